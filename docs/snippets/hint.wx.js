// The hint button of a WeChat mini-programme 小程序. The server must stand among the domains that wx.request may ask.
const KEPT = new Map(); // answers by address, with their ETags: wx.request keeps none
const MOST_KEPT = 64;

function get(address) {
  const kept = KEPT.get(address);
  return new Promise((resolve, reject) => {
    wx.request({
      url: address,
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
      fail: ({ errMsg }) => reject(new Error(errMsg)),
    });
  });
}

/** What may be played, in the order of the robot; where it would pass, the pass comes first. */
async function hints(server, table) {
  const asked = { want: "hints,move", order: "robot", ...table };
  const known = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = known.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  for (let tries = 1; ; tries++) {
    const { said, problem, status, wait } = await get(`${server}/v1/analyze?${query}`);
    if (said) {
      const plays = said.hints.filter((hint) => !hint.pass); // the pass has a row among them
      return said.move.pass ? [said.move, ...plays] : plays;
    }
    if (!(wait > 0 && wait < 9 && tries < 3)) {
      const { detail } = Object(problem);
      throw Object.assign(new Error(typeof detail === "string" ? detail : `HTTP ${status}`), { status, problem });
    }
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

/** A button: each press is the next hint, another table begins anew; null if a newer press took the place of this one. */
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
