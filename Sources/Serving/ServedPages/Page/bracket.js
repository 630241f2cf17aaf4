/** Exposure bracketing: the same picture with several exposure compensations. */

import { el, setText } from "./dom.js";
import { choice, field } from "./fields.js";
import { shownValue } from "./names.js";
import { showProblem } from "./notices.js";
import { text } from "./text.js";

const fractions = { "⅓": 1 / 3, "½": 1 / 2, "⅔": 2 / 3 };

/** The number of a compensation such as "-1⅓"; null for another text. */
export function compensation(value) {
  const parts = /^([+\-−]?)(\d*)([⅓½⅔]?)$/.exec(value);
  if (!parts || !parts[2] && !parts[3]) return null;
  const size = Number(parts[2] || 0) + (fractions[parts[3]] ?? 0);
  return parts[1] && parts[1] !== "+" ? -size : size;
}

/** The camera's values for a bracket around `middle`; null when one of them is out of its range. */
export function bracketValues(values, middle, step, count) {
  const numbers = values.map((value) => [compensation(value) ?? Number.parseFloat(value), value]);
  const half = (count - 1) / 2;
  const wanted = Array.from({ length: count }, (_, index) => middle + (index - half) * step);
  const found = wanted.map((number) => numbers.find(([one]) => Math.abs(one - number) < 0.05)?.[1] ?? null);
  return found.includes(null) ? null : found;
}

export class Bracket {
  id = "bracket";
  label = text.programs.bracket;
  #host;
  #step = 1;
  #count = 3;
  #preview = el("p", { class: "explanation" });

  constructor(host) {
    this.#host = host;
    const steps = [[1 / 3, "⅓ EV"], [1 / 2, "½ EV"], [2 / 3, "⅔ EV"], [1, "1 EV"], [4 / 3, "1⅓ EV"], [2, "2 EV"]];
    const counts = [3, 5, 7, 9].map((count) => [count, String(count)]);
    this.panel = el("div", { class: "fields" },
      field(text.bracket.count, choice(counts, 3, (value) => { this.#count = Number(value); this.update(); })),
      field(text.bracket.step, choice(steps, 1, (value) => { this.#step = Number(value); this.update(); })),
      this.#preview);
  }

  get #property() { return this.#host.camera.property("exposure-compensation"); }

  get isAvailable() { return this.#property !== null; }

  #values() {
    const record = this.#property;
    return bracketValues(record?.values ?? [], compensation(record?.value ?? "0") ?? 0, this.#step, this.#count);
  }

  update() {
    setText(this.#preview, this.#reason() ?? this.#values().map((value) => shownValue("compensation", value)).join("   "));
  }

  #reason() {
    if (!this.#property?.settable) return this.#property?.reason ?? text.bracket.notNow;
    return this.#values() ? null : text.bracket.outOfRange;
  }

  press() {
    const reason = this.#reason();
    if (reason) return showProblem(reason);
    return this.#host.shoot({ bracket: this.#values() });
  }
}
