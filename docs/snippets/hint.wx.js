// A hint button for WeChat mini-programmes 小程序. The server must be among the allowed domains of wx.request.
const KEPT = new Map(); // answers by URL, with their ETags: wx.request has no cache
const MOST_KEPT = 64;

/** An answer, within 20 seconds; a broken connection is tried again once. */
function get(address, again = true) {
  const kept = KEPT.get(address);
  return new Promise((resolve, reject) => {
    wx.request({
      url: address,
      timeout: 20_000,
      header: kept ? { "If-None-Match": kept.tag } : {},
      success({ statusCode, data, header }) {
        const named = Object.fromEntries(Object.entries(header).map(([name, value]) => [name.toLowerCase(), value]));
        if (statusCode === 304) return resolve({ said: kept.said });
        if (statusCode === 200 && data && data.move) {
          KEPT.set(address, { tag: named.etag, said: data });
          if (KEPT.size > MOST_KEPT) KEPT.delete(KEPT.keys().next().value);
          return resolve({ said: data });
        }
        resolve({ problem: data, status: statusCode, wait: Number(named["retry-after"]) || 0 });
      },
      fail({ errMsg }) {
        if (again && !/timeout/.test(errMsg)) resolve(get(address, false));
        else reject(new Error(errMsg));
      },
    });
  });
}

/** The legal plays in the order of the robot; if it would pass, the pass comes first. */
async function hints(server, table) {
  const asked = { want: "hints,move", order: "robot", ...table };
  const known = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = known.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  for (let tries = 1; ; tries++) {
    const { said, problem, status, wait } = await get(`${server}/v1/analyze?${query}`);
    if (said) {
      const plays = said.hints.filter((hint) => !hint.pass); // without the row of the pass
      return said.move.pass ? [said.move, ...plays] : plays;
    }
    if (!(wait > 0 && wait < 9 && tries < 3)) {
      const { detail } = Object(problem);
      throw Object.assign(new Error(typeof detail === "string" ? detail : `HTTP ${status}`), { status, problem });
    }
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

/** A button: each press returns the next hint; a new table starts again; null if a newer press has replaced this one. */
function hintButton(server) {
  let asked = "", plays = [], pressed = 0;
  return async function press(table) {
    const mine = ++pressed, wanted = JSON.stringify(table);
    if (wanted !== asked) {
      const found = await hints(server, table);
      if (mine !== pressed) return null;
      [asked, plays] = [wanted, found];
    }
    const [play, ...rest] = plays;
    plays = [...rest, play];
    return play;
  };
}

module.exports = { hintButton, hints };
