// A hint button for apps on iOS 15 and later. URLSession caches answers with their ETags.
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A play: the cards to lift or a pass, with the reasons. In notations of ids, `cards` is `[Int]`.
struct Play: Decodable {
    struct Reason: Decodable {
        let code: String
        let text: String
    }

    let cards: String
    let pass: Bool?
    let why: [Reason]
}

/// An error of the service; `detail` is a sentence for the player, or `HTTP 502` if the answer is not from the service.
struct Problem: Decodable, LocalizedError {
    let type: String
    let title: String
    let status: Int
    let detail: String

    var errorDescription: String? { detail }
}

struct Paili {
    let server: URL

    private struct Analysis: Decodable {
        let hints: [Play]
        let move: Play
    }

    /// The legal plays in the order of the robot; if it would pass, the pass comes first.
    func hints(_ table: [String: String]) async throws -> [Play] {
        var address = URLComponents(url: server.appendingPathComponent("v1/analyze"), resolvingAgainstBaseURL: false)!
        let asked = table.merging(["want": "hints,move", "order": "robot"]) { given, _ in given }
        address.queryItems = asked.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        var tries = 3
        while true {
            let (data, response) = try await get(URLRequest(url: address.url!, timeoutInterval: 20))
            let answer = response as! HTTPURLResponse
            let wait = answer.value(forHTTPHeaderField: "Retry-After").flatMap(UInt64.init) ?? 0
            tries -= 1
            if wait > 0 && wait < 9 && tries > 0 {
                try await Task.sleep(nanoseconds: wait * 1_000_000_000)
                continue
            }
            guard answer.statusCode == 200, let found = try? JSONDecoder().decode(Analysis.self, from: data) else {
                let sentence = "HTTP \(answer.statusCode)"
                let unknown = Problem(type: "about:blank", title: sentence, status: answer.statusCode, detail: sentence)
                throw (try? JSONDecoder().decode(Problem.self, from: data)) ?? unknown
            }
            let plays = found.hints.filter { $0.pass != true } // without the row of the pass
            return found.move.pass == true ? [found.move] + plays : plays
        }
    }

    /// An answer; a broken connection is tried again once.
    private func get(_ request: URLRequest) async throws -> (Data, URLResponse) {
        do {
            return try await URLSession.shared.data(for: request)
        } catch let error as URLError where error.code != .timedOut && error.code != .cancelled {
            return try await URLSession.shared.data(for: request)
        }
    }
}

/// A button: each press returns the next hint; a new table starts again. Cancel the task of a press before the next one.
@MainActor
final class HintButton {
    private let paili: Paili
    private var asked: [String: String]?
    private var plays: [Play] = []
    private var next = 0

    init(_ paili: Paili) {
        self.paili = paili
    }

    func press(_ table: [String: String]) async throws -> Play {
        if table != asked {
            let found = try await paili.hints(table)
            try Task.checkCancellation()
            (asked, plays, next) = (table, found, 0)
        }
        defer { next += 1 }
        return plays[next % plays.count]
    }
}
