// The lesson: the end of a game in which all other plays are fixed; six taps show the table.

import { showText } from "../lib/analysis.js";
import { make } from "../lib/cards.js";
import { $, say, session } from "../lib/state.js";
import { drawChoices, drawTable } from "../lib/table.js";
import { addWords } from "../lib/words.js";
import { begin, open } from "./begin.js";
import { Game } from "./game.js";

addWords({
  hintStep: [
    "You and your ally play against the landlord, who led fives and has two cards left. Tap Hint, then Play.",
    "你和队友一起打地主。地主出了一对5，只剩两张牌。点「提示」，牌升起后点「出牌」。"
  ],
  swipeStep: [
    "Nobody beats the queens, so you lead. Swipe from the 6 to the 10 to pick a straight, then tap Play.",
    "没人管得上，轮到你先出。从6一路滑到10，选好顺子，再点「出牌」。"
  ],
  passStep: ["Your ally has one card left. Let it go out: tap Pass.", "队友只剩一张牌了。让队友走：点「不出」。"],
  endStep: ["Your ally is out, so both of you win. That is the whole table.", "队友出完，你们俩都赢了。牌桌就这么用。"],
  bothWin: ["You both win", "你们赢了"],
  skip: ["Skip the lesson", "跳过，直接开局"]
});

const HANDS = {
  landlord: "345672293AD3928Q5567",
  landlord_down: "5678944A8XTJQKAK2",
  landlord_up: "JJKTT3KJQQ6789T4A"
};
const BEFORE = "34567,56789,,,44,JJ,22,,,9,A,,,8,K,A,X,,D,,,33,,TT,,,3,9,,K,2,,,8,,J,Q,,,55,".split(",");
const OTHERS = ["", "", "", "TJQKA", "", "K", "", "2"];
const ASKED = [
  { cards: "QQ", how: "hintStep" },
  { cards: "6789T", how: "swipeStep" },
  { cards: "", how: "passStep" }
];

class Lesson extends Game {
  me = "landlord_up";
  others = [...OTHERS];

  keep() {
    /* not a game to resume */
  }
  get goesOn() {
    return false;
  }
  get canUndo() {
    return false;
  }
  /** The step of my next play. */
  get next() {
    return ASKED[this.mine.length];
  }

  async deal() {
    this.body = { variant: this.variant, options: {}, deal: { hands: HANDS }, history: [...BEFORE] };
    this.log = BEFORE.map((cards, turn) => ({
      seat: this.seats[turn % this.seats.length],
      cards,
      shape: cards && "solo"
    }));
    await this.goOn();
  }

  async robotPlay() {
    return String(this.others.shift());
  }

  /** @param {PlayValue} value */
  async play(value) {
    const isAsked = [...String(value)].sort().join() === [...this.next.cards].sort().join();
    return isAsked ? super.play(value) : showText(this.next.how);
  }

  drawPlay() {
    super.drawPlay();
    this.teach(this.myTurn ? this.next.how : "");
  }

  /**
   * Show what to do next, if anything.
   * @param {string} how
   */
  teach(how) {
    document.body.dataset.lesson = how;
    const panel =
      $("lesson") ??
      make("section", { id: "lesson", "aria-live": "polite" }, make("p"), make("button", { "data-act": "deal" }));
    const [text, button] = panel.children;
    if (how) text.textContent = say(how);
    button.textContent = say("skip");
    $("panels").prepend(panel);
  }

  async finish() {
    this.paint(() => {
      drawTable(this.felt(), say("bothWin"));
      this.teach("endStep");
      document.body.classList.remove("waiting");
      drawChoices([{ label: say("playRobots"), main: true, act: () => begin() }]);
    });
  }
}

/** Begin the lesson. */
export function teach() {
  session.variant = "standard";
  const game = new Lesson(session.variant);
  open(game);
  return game.step(() => game.deal());
}
