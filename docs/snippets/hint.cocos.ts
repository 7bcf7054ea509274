// A hint button for Cocos Creator 3: add this component to the node of a Button, and listen to the events of the node.
import { _decorator, Button, Component } from "cc";

const { ccclass, property } = _decorator;

/** A play: the cards to lift, or a pass, with the reasons. */
export interface Play {
  cards: string | (string | number)[];
  pass?: boolean;
  why: { code: string; text: string }[];
}

/** An error: a sentence for the player, or `HTTP 502` if the answer is not from the service; status 0 without a network. */
export interface Refused {
  status: number;
  detail: string;
}

interface Answer {
  status: number;
  wait: number;
  said: { hints?: Play[]; move?: Play; detail?: unknown } | null;
}

/** An answer, within 20 seconds; a broken connection is tried again once. */
function get(address: string, again = true): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest(); // Cocos has it in browsers, apps and mini-games
    request.open("GET", address);
    request.timeout = 20_000;
    request.onload = () => {
      let said: Answer["said"] = null;
      try {
        said = JSON.parse(request.responseText);
      } catch {
        // not from the service
      }
      resolve({ status: request.status, wait: Number(request.getResponseHeader("Retry-After")), said });
    };
    const lost = () => resolve({ status: 0, wait: 0, said: null });
    request.ontimeout = lost;
    request.onerror = () => (again ? resolve(get(address, false)) : lost());
    request.send();
  });
}

@ccclass("PailiHint")
export class PailiHint extends Component {
  @property
  server = "https://your.server";

  /** The table, as query parameters; set it anew when the table changes. */
  table: Record<string, string> = {};

  private asked = "";
  private plays: Play[] = [];
  private pressed = 0;

  onEnable() {
    this.node.on(Button.EventType.CLICK, this.press, this);
  }

  onDisable() {
    this.node.off(Button.EventType.CLICK, this.press, this);
  }

  /** Emit `paili-hint` with the next play, or `paili-error`. A new table starts again, and late answers are dropped. */
  async press() {
    const mine = ++this.pressed;
    const query = Object.entries(this.table).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const asked = `${this.server}/v1/analyze?want=hints,move&order=robot&${query.join("&")}`;
    for (let tries = 1; asked !== this.asked; tries++) {
      const { status, wait, said } = await get(asked);
      if (mine !== this.pressed) return;
      if (wait > 0 && wait < 9 && tries < 3) {
        await new Promise((done) => setTimeout(done, wait * 1000));
        if (mine !== this.pressed) return;
        continue;
      }
      if (status !== 200 || !said?.hints || !said.move) {
        const detail = typeof said?.detail === "string" ? said.detail : `HTTP ${status}`;
        this.node.emit("paili-error", { status, detail } satisfies Refused);
        return;
      }
      const plays = said.hints.filter((hint) => !hint.pass); // without the row of the pass
      this.plays = said.move.pass ? [said.move, ...plays] : plays;
      this.asked = asked;
    }
    const play = this.plays.shift()!;
    this.plays.push(play);
    this.node.emit("paili-hint", play);
  }
}
