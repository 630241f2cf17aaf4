/** One picture, immediately or after a countdown. */

import { announce, el } from "./dom.js";
import { choice, field, toggle } from "./fields.js";
import { preference, setPreference } from "./preferences.js";
import { text } from "./text.js";

export class Single {
  id = "single";
  label = text.programs.single;
  #host;
  #timer = 0;

  constructor(host) {
    this.#host = host;
    const timers = [[0, text.single.off], [2, text.units.seconds(2)], [5, text.units.seconds(5)], [10, text.units.seconds(10)]];
    this.panel = el("div", { class: "fields" },
      field(text.single.timer, choice(timers, preference("timer"), (value) => setPreference("timer", Number(value)))),
      toggle(text.single.focus, preference("shutterFocus"), (value) => setPreference("shutterFocus", value)));
  }

  get isAvailable() { return true; }

  press() {
    if (this.#timer) return this.cancel();
    const seconds = Number(preference("timer"));
    return seconds ? this.#count(seconds) : this.#host.shoot({});
  }

  #count(seconds) {
    const end = performance.now() + seconds * 1000;
    let shown = 0;
    const tick = () => {
      const left = Math.ceil((end - performance.now()) / 1000);
      if (left <= 0) {
        this.cancel();
        this.#host.shoot({});
      } else if (left !== shown) {
        shown = left;
        this.#host.setState("counting", String(left), text.single.cancel);
        announce(String(left));
      }
    };
    this.#timer = setInterval(tick, 100);
    tick();
  }

  /** Ends the countdown without a picture. */
  cancel() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#host.setState("idle");
  }
}
