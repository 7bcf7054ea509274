// The list of keyboard shortcuts.

import { make } from "../lib/cards.js";
import { $, settings } from "../lib/state.js";
import { textIn } from "../lib/words.js";

/** @type {[string, Texts][]} */
const KEY_NAMES = [
  ["← →", ["undo, redo", "悔一步，重做"]],
  ["↑ ↓", ["walk through the hints", "上下选提示"]],
  ["Enter", ["play the picked cards", "出选中的牌"]],
  ["P", ["pass", "不出"]],
  ["Esc", ["let picked cards go", "放下选中的牌"]],
  ["1–9", ["a word of the auction, a card of the tribute", "叫分、叫地主、进贡时选第几个"]],
  ["H", ["next hint", "下一个提示"]],
  ["R", ["new deal", "重新发牌"]],
  ["S", ["sort the hand by rank or by split", "按点数或按拆牌理牌"]],
  ["E", ["edit the hand; ranks then add cards", "编辑手牌，此时按点数键加牌"]],
  ["L", ["language", "切换语言"]],
  ["C", ["copy the link", "复制链接"]],
  ["/", ["position field", "局面输入框"]],
  ["?", ["this list", "本列表"]]
];

/** Show every key with its action. */
export function openKeyList() {
  $("keys").replaceChildren(
    ...KEY_NAMES.flatMap(([key, about]) => [make("dt", key), make("dd", textIn(about, settings.lang))])
  );
  $("help").showModal();
}
