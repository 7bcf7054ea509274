// The panel of a game's options.

import { get } from "./api.js";
import { make, optionsOf, redraw } from "./cards.js";
import { $, current, parts, say, session, settings } from "./state.js";
import { addWords } from "./words.js";

addWords({ default: ["default", "默认"] });

/** @type {Variant[] | null} */
let rulesOfGames = null; // names and explanations of all options

const rulesShown = () => session.facts && `${parts(current()).head} ${settings.lang}`;

/** Draw the options of the shown game, unless they are already drawn. */
export async function drawRules() {
  const wanted = rulesShown(),
    { dataset } = $("options");
  if (!wanted || wanted === dataset.drawn) return;
  rulesOfGames ??= (await get("variants", {}, settings.lang)).variants;
  if (wanted !== rulesShown()) return;
  dataset.drawn = wanted;
  const { variant, options } = parts(current()),
    { lang } = settings;
  redraw(
    $("options"),
    Object.entries(rulesOfGames.find(({ id }) => id === variant)?.options ?? {}).map(([name, option]) => {
      const named = (/** @type {string} */ value) =>
        (option.value_labels[value]?.[lang] || value || say("default")).replaceAll("`", "");
      const rows = option.values.map((value) => [value, named(value)]);
      return make(
        "label",
        { title: lang === "zh" ? option.about_zh : option.about },
        make("span", option.label[lang].replaceAll("`", "")),
        make("select", { name }, ...optionsOf(rows, options[name] ?? option.default))
      );
    })
  );
}
