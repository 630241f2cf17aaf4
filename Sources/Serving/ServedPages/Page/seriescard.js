/** The progress of a series, and how the last one ended. It is read from the server, so it is there after a reload too. */

import { announce, button, el, setText } from "./dom.js";
import { duration, timeOfDay } from "./names.js";
import { showProblem } from "./notices.js";
import { text } from "./text.js";

export class SeriesCard {
  #camera;
  #ticker = 0;
  #readAt = 0;
  #series = null;
  #watched = null;
  #isReading = false;
  #wasRunning = false;
  #title = el("strong");
  #detail = el("span", { class: "detail" });
  #bar = el("progress", { "aria-label": text.series.progress });
  #stop = button(text.series.stop, () => this.#stopSeries(), { class: "danger" });
  #close = button(text.close, () => this.#dismiss(), { icon: "close", class: "quiet" });

  constructor(camera) {
    this.#camera = camera;
    this.element = el("div", { class: "series", hidden: true },
      el("div", { class: "head" }, this.#title, this.#stop, this.#close), this.#bar, this.#detail);
    camera.listen((kind) => { if (kind === "series") this.#read(); });
    this.#read();
  }

  stop() { clearInterval(this.#ticker); }

  update() { this.#stop.disabled = this.#camera.refusal !== null; }

  #read() {
    const running = this.#camera.runningSeries;
    if (running) this.#watched = running.id;
    this.#series = running ?? this.#camera.series.find((series) => series.id === this.#watched) ?? null;
    this.#readAt = performance.now();
    clearInterval(this.#ticker);
    if (running) this.#ticker = setInterval(() => this.#tick(), 250);
    this.element.hidden = this.#series === null;
    if (this.#series) this.#show();
    if (this.#wasRunning && !running && this.#series) announce(this.#title.textContent);
    this.#wasRunning = running !== null;
  }

  get #age() { return (performance.now() - this.#readAt) / 1000; }

  /** Counts down between the events of the server, and reads again when one is overdue. */
  #tick() {
    const wait = this.#series.next ?? 0;
    if (this.#age > Math.max(3, wait + 3) && !this.#isReading) {
      this.#isReading = true;
      this.#camera.readSeries().finally(() => { this.#isReading = false; });
    }
    this.#show();
  }

  #show() {
    const series = this.#series;
    const isRunning = series.state === "running";
    this.element.dataset.state = series.state;
    this.#bar.max = series.count;
    this.#bar.value = series.taken + (series.missed ?? 0);
    this.#bar.hidden = !isRunning;
    this.#stop.hidden = !isRunning;
    this.#close.hidden = isRunning;
    setText(this.#title, isRunning ? text.series.taken(series.taken, series.count) : text.series.ended[series.state](series.taken, series.count));
    setText(this.#detail, [...(isRunning ? this.#times(series) : []), ...this.#failures(series), series.detail].filter(Boolean).join(" · "));
  }

  #times(series) {
    const next = series.next === undefined || series.next === null ? null : Math.max(0, series.next - this.#age);
    const left = series.remaining === undefined || series.remaining === null ? null : Math.max(0, series.remaining - this.#age);
    return [next > 0.5 ? text.series.next(duration(next)) : text.series.now, left === null ? null : text.series.end(duration(left), timeOfDay(left))];
  }

  #failures({ missed, unreadable }) { return [missed ? text.series.missed(missed) : null, unreadable ? text.series.unreadable(unreadable) : null]; }

  async #stopSeries() {
    try {
      await this.#camera.send("DELETE", `series/${encodeURIComponent(this.#series.id)}`);
    } catch (error) { showProblem(error.message); }
    await this.#camera.readSeries();
  }

  #dismiss() {
    this.#watched = null;
    this.#read();
  }
}
