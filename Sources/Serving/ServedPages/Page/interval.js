/** A series of pictures at an interval, run by the server, so it continues when the browser is closed. */

import { el, setText } from "./dom.js";
import { field, number, toggle } from "./fields.js";
import { duration, timeOfDay } from "./names.js";
import { preference, setPreference } from "./preferences.js";
import { text } from "./text.js";

export class Interval {
  id = "interval";
  label = text.programs.interval;
  #host;
  #values = { count: 10, interval: 5, delay: 0, autofocus: false, ...preference("interval") };
  #summary = el("p", { class: "explanation" });

  constructor(host) {
    this.#host = host;
    const change = (name) => (value) => {
      this.#values = { ...this.#values, [name]: value };
      setPreference("interval", this.#values);
      this.update();
    };
    this.panel = el("div", { class: "fields" },
      field(text.interval.count, number(this.#values.count, 1, 10000, change("count"))),
      field(text.interval.interval, number(this.#values.interval, 0, 86400, change("interval"), 0.1), "s"),
      field(text.interval.delay, number(this.#values.delay, 0, 3600, change("delay")), "s"),
      toggle(text.interval.focus, this.#values.autofocus, change("autofocus")),
      this.#summary);
    this.update();
  }

  get isAvailable() { return true; }

  update() {
    const { count, interval, delay } = this.#values;
    const seconds = delay + (count - 1) * interval;
    setText(this.#summary, text.interval.summary(duration(seconds), timeOfDay(seconds)));
  }

  async press() {
    this.#host.setState("busy", "", text.interval.starting);
    try { await this.#host.startSeries(this.#values); } catch { /* Shown already. */ }
    this.#host.setState("idle");
  }
}
