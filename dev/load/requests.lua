-- For wrk: the requests of a file in turn; at the end the latencies and faults as one line of JSON.
-- In the file each request is a line with its length in bytes, and these bytes.

local requests, at = {}, 0

function init(args)
    local file = assert(io.open(args[1], "rb"))
    for length in file.lines(file) do
        requests[#requests + 1] = file:read(tonumber(length))
    end
    file:close()
end

function request()
    at = at % #requests + 1
    return requests[at]
end

function done(summary, latency)
    local e = summary.errors
    io.write(string.format(
        '\n{"answers":%d,"seconds":%.6f,"refused":%d,"unanswered":%d,"p50":%.3f,"p99":%.3f,"p999":%.3f}\n',
        summary.requests, summary.duration / 1e6, e.status, e.connect + e.read + e.write + e.timeout,
        latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency:percentile(99.9) / 1000
    ))
end
