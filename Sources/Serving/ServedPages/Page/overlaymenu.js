/** The dialog that selects the overlays of live view. */

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { choice, field, toggle } from "./fields.js";
import { guides } from "./overlay.js";
import { preference, setPreference } from "./preferences.js";
import { text } from "./text.js";

/** The switches, and the capability that some of them need. */
const switches = { focusAreas: "focus areas", histogram: null, level: "live view orientation", clipping: null, peaking: null, rotate: "live view orientation" };

/**
 * Opens the menu.
 * @param {{camera: Camera, changed: Function, isLive: boolean, setLive: Function}} view
 */
export function openOverlays({ camera, changed, isLive, setLive }) {
  const change = (name) => (value) => {
    setPreference(name, value);
    changed();
  };
  const grids = ["none", "thirds", "quarters", "golden"].map((grid) => [grid, text.overlays.grids[grid]]);
  const ratios = [["none", text.overlays.none], ...Object.keys(guides).map((ratio) => [ratio, ratio])];
  const possible = Object.keys(switches).filter((name) => switches[name] === null || camera.can(switches[name]));
  openDialog(text.overlays.title, { className: "menu" },
    el("div", { class: "switches" }, toggle(text.overlays.live, isLive, setLive), ...possible.map((name) => toggle(text.overlays[name], preference(name), change(name)))),
    el("div", { class: "fields" },
      field(text.overlays.grid, choice(grids, preference("grid"), change("grid"))),
      field(text.overlays.guide, choice(ratios, preference("guide"), change("guide")))));
}
