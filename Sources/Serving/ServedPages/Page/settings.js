/** The settings that photographers change while they shoot: a bar of values, each of which opens a dial. */

import { Dial } from "./dial.js";
import { el, setAttribute, setText } from "./dom.js";
import { propertyName, shortName, shownValue } from "./names.js";
import { showProblem } from "./notices.js";

const stills = [
  "exposure-mode", "shutter-speed", "aperture", "iso", "exposure-compensation", "white-balance", "white-balance-temperature", "focus-mode",
  "autofocus-system", "drive-mode", "metering-mode", "image-quality", "flash-mode",
];
const video = [
  "video-format", "video-shutter-speed", "video-aperture", "video-iso", "video-exposure-compensation", "white-balance", "focus-mode", "exposure-mode",
];

/** Sets a property and shows the error if the camera refuses it. Returns the sentence of the error, or null. */
export async function applySetting(camera, name, value, { isQuiet = false } = {}) {
  try {
    await camera.set(name, value);
    return null;
  } catch (error) {
    if (!isQuiet) showProblem(error.message);
    return error.message;
  }
}

export class SettingsBar {
  #camera;
  #tiles = new Map();
  #isVideo = false;
  #dial;
  #list = el("div", { class: "tiles" });

  constructor(camera) {
    this.#camera = camera;
    this.#dial = new Dial(camera, (name) => this.#closed(name));
    this.element = el("div", { class: "settings" }, this.#dial.element, this.#list);
    this.update();
  }

  /** Shows the settings of video instead of those of pictures. */
  setVideo(isVideo) {
    this.#isVideo = isVideo;
    this.update();
  }

  update() {
    const wanted = (this.#isVideo ? video : stills).filter((name) => this.#isUseful(name));
    if ([...this.#tiles.keys()].join() !== wanted.join()) this.#rebuild(wanted);
    for (const [name, tile] of this.#tiles) this.#updateTile(name, tile);
    this.#dial.update();
  }

  /** A colour temperature matters only when the white balance uses it. */
  #isUseful(name) {
    const record = this.#camera.property(name);
    return record !== null && (name !== "white-balance-temperature" || record.settable);
  }

  #rebuild(names) {
    this.#tiles = new Map(names.map((name) => [name, this.#makeTile(name)]));
    this.#list.replaceChildren(...this.#tiles.values());
  }

  #makeTile(name) {
    const record = this.#camera.property(name);
    return el("div", {
      class: "tile", role: "spinbutton", tabindex: "0", "aria-label": propertyName(record), data: { property: name },
      on: {
        click: () => this.#toggle(name),
        keydown: (event) => this.#key(event, name),
        wheel: (event) => this.#wheel(event, name),
      },
    }, el("span", { class: "label", text: shortName(record) }), el("span", { class: "value" }));
  }

  #updateTile(name, tile) {
    const record = this.#camera.property(name);
    const pending = this.#camera.pending(name);
    const shown = shownValue(name, pending ?? record.value);
    setText(tile.lastChild, shown);
    tile.classList.toggle("pending", pending !== null);
    tile.classList.toggle("fixed", !record.settable);
    tile.classList.toggle("open", this.#dial.name === name);
    setAttribute(tile, "aria-valuetext", shown);
    setAttribute(tile, "aria-readonly", record.settable ? null : "true");
    setAttribute(tile, "aria-busy", pending === null ? null : "true");
    // The position in the camera's list; the text above is what screen readers read.
    setAttribute(tile, "aria-valuemin", 0);
    setAttribute(tile, "aria-valuemax", Math.max(0, (record.values?.length ?? 0) - 1));
    setAttribute(tile, "aria-valuenow", Math.max(0, record.values?.indexOf(pending ?? record.value) ?? 0));
  }

  #toggle(name) {
    if (this.#dial.name === name) this.#dial.close();
    else this.#dial.show(name);
    this.update();
  }

  /** Opens the dial of a property, for a remedy or a hint. */
  show(name) {
    if (this.#tiles.has(name)) this.#dial.show(name);
    this.update();
  }

  #closed(name) {
    this.update();
    this.#tiles.get(name)?.focus();
  }

  #key(event, name) {
    const last = (this.#camera.property(name)?.values?.length ?? 1) - 1;
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 3, PageDown: -3, Home: -last, End: last };
    if (event.key === "Enter" || event.key === " ") this.#toggle(name);
    else if (event.key === "Escape" && this.#dial.name) this.#dial.close();
    else if (event.key in steps) this.#step(name, steps[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #wheel(event, name) {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    this.#step(name, event.deltaY > 0 ? 1 : -1);
  }

  #step(name, steps) {
    const record = this.#camera.property(name);
    if (!record.settable || this.#camera.refusal) return this.show(name);
    const next = stepped(record, this.#camera.pending(name), steps);
    if (next !== null) applySetting(this.#camera, name, next);
    return undefined;
  }
}

/** The value some steps further in the camera's list or range; null at its end. */
export function stepped(record, pending, steps) {
  const current = pending ?? record.value;
  if (record.range) {
    const { minimum, maximum, step } = record.range;
    const number = Number.parseFloat(current) || 0;
    return String(Math.min(maximum, Math.max(minimum, number + steps * (step || 1))));
  }
  if (!record.values?.length) return null;
  const index = Math.min(record.values.length - 1, Math.max(0, record.values.indexOf(current) + steps));
  return record.values[index] === current ? null : record.values[index];
}
