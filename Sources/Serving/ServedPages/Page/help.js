/** The keys and gestures. */

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { toggle } from "./fields.js";
import { preference, setPreference } from "./preferences.js";
import { text } from "./text.js";

/** Opens the overview. */
export function openHelp() {
  const table = (rows) => el("dl", { class: "keys" }, ...rows.flatMap(([keys, meaning]) => [el("dt", {}, ...keys.map((key) => el("kbd", { text: key }))), el("dd", { text: meaning })]));
  openDialog(text.help.title, { className: "small help" },
    el("h3", { text: text.help.keys }), table(text.help.keyRows), toggle(text.help.shortcuts, preference("shortcuts"), (value) => setPreference("shortcuts", value)),
    el("h3", { text: text.help.gestures }), table(text.help.gestureRows));
}
