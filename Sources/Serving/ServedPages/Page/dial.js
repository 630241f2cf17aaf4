/** The dial of one setting: its values as a wheel or as buttons; the reason when it cannot be set, and buttons for the remedy. */

import { button, el, setAttribute, setText } from "./dom.js";
import { propertyName, shortName, shownValue } from "./names.js";
import { applySetting, stepped } from "./settings.js";
import { text } from "./text.js";

/** Properties whose values are a scale. The values of the rest are words, shown side by side. */
const scales = /(shutter-speed|aperture|iso|compensation|temperature)$/;

/** Time after the last movement of the wheel until its value is set, in milliseconds. */
const settleTime = 160;

let count = 0;

export class Dial {
  /** The property that is shown; null while the dial is closed. */
  name = null;
  #camera;
  #closed;
  #values = "";
  #error = null;
  #settleTimer = 0;
  #isTurning = false;
  #title = el("h2", { id: `dial${count += 1}` });
  #status = el("p", { class: "status" });
  #remedies = el("div", { class: "remedies" });
  #list = el("div", { class: "values", role: "listbox", tabindex: "0", "aria-orientation": "horizontal" });
  #entry = el("div", { class: "entry" });

  constructor(camera, closed) {
    this.#camera = camera;
    this.#closed = closed;
    this.#list.setAttribute("aria-labelledby", this.#title.id);
    this.element = el("section", { class: "dial", hidden: true, "aria-labelledby": this.#title.id, on: { keydown: (event) => this.#escape(event) } },
      el("header", {}, this.#title, this.#status, this.#remedies, button(text.close, () => this.close(), { icon: "close", class: "quiet" })),
      this.#list, this.#entry);
    this.#listenToWheel();
  }

  show(name) {
    this.name = name;
    this.#error = null;
    this.#values = "";
    this.element.hidden = false;
    this.update();
    this.#center("instant");
    if (!this.#list.hidden) this.#list.focus({ preventScroll: true });
  }

  close() {
    const name = this.name;
    if (!name) return;
    this.name = null;
    this.element.hidden = true;
    this.#closed(name);
  }

  get #record() { return this.name ? this.#camera.property(this.name) : null; }

  update() {
    if (this.element.hidden || !this.#record) return;
    setText(this.#title, propertyName(this.#record));
    this.#showStatus();
    this.#showValues();
  }

  // MARK: Status

  #showStatus() {
    const record = this.#record;
    const pending = this.#camera.pending(this.name);
    const reason = this.#camera.refusal ?? (record.settable ? null : record.reason ?? text.settings.notNow);
    const sentence = this.#error ?? reason ?? (pending === null ? "" : text.settings.pending(shownValue(this.name, pending)));
    setText(this.#status, sentence);
    this.#status.className = `status ${this.#error ? "error" : reason ? "reason" : ""}`;
    setAttribute(this.#status, "role", this.#error ? "alert" : "status");
    this.#showRemedies(this.#camera.refusal || record.settable ? null : record.remedy);
  }

  #showRemedies(remedy) {
    const key = JSON.stringify(remedy ?? null);
    if (this.#remedies.dataset.remedy === key) return;
    this.#remedies.dataset.remedy = key;
    const target = remedy ? this.#camera.property(remedy.property) ?? { property: remedy.property } : null;
    this.#remedies.replaceChildren(...(remedy?.values ?? []).slice(0, 4).map((value) =>
      button(text.settings.change(shortName(target), shownValue(remedy.property, value)), () => this.#apply(remedy.property, value), { class: "remedy" })));
  }

  async #apply(name, value) {
    this.#error = null;
    this.#error = await applySetting(this.#camera, name, value, { isQuiet: true });
    this.update();
  }

  // MARK: Values

  #showValues() {
    const record = this.#record;
    const values = record.values ?? [];
    const isFree = record.settable && values.length === 0;
    this.#list.hidden = values.length === 0;
    this.#list.className = `values ${scales.test(this.name) ? "scale" : "words"}`;
    const key = JSON.stringify([this.name, values, record.range, isFree && record.value]);
    if (key !== this.#values) {
      this.#values = key;
      this.#list.replaceChildren(...values.map((value, index) => this.#option(value, index)));
      this.#entry.replaceChildren(...(isFree ? [freeControl(record, this.#camera, (value) => this.#apply(record.property, value))] : []));
      this.#center("instant");
    }
    this.#select(this.#camera.pending(this.name) ?? record.value);
  }

  #option(value, index) {
    const setting = this.name;
    return el("div", {
      class: "option", role: "option", id: `${this.#title.id}-${index}`, text: shownValue(setting, value), data: { value },
      on: { click: () => this.#choose(value) },
    });
  }

  #select(value) {
    let selected = null;
    for (const option of this.#list.children) {
      const isSelected = option.dataset.value === value;
      setAttribute(option, "aria-selected", String(isSelected));
      option.classList.toggle("pending", isSelected && this.#camera.pending(this.name) !== null);
      if (isSelected) selected = option;
    }
    setAttribute(this.#list, "aria-activedescendant", selected?.id ?? null);
    setAttribute(this.#list, "aria-disabled", !this.#record.settable || this.#camera.refusal ? "true" : null);
    if (selected && this.#list.dataset.shown !== selected.dataset.value && !this.#isTurning) this.#center("smooth");
    this.#list.dataset.shown = selected?.dataset.value ?? "";
  }

  #choose(value) {
    if (!this.#record.settable || this.#camera.refusal || value === (this.#camera.pending(this.name) ?? this.#record.value)) return;
    this.#apply(this.name, value);
  }

  // MARK: The wheel

  #listenToWheel() {
    const list = this.#list;
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("wheel", (event) => {
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) { this.#isTurning = true; return; }
      event.preventDefault();
      this.#step(event.deltaY > 0 ? 1 : -1);
    }, { passive: false });
    list.addEventListener("touchstart", () => { this.#isTurning = true; }, { passive: true });
    list.addEventListener("scroll", () => this.#scrolled());
    this.#listenToDrag(list);
  }

  /** Dragging with a mouse. Touch scrolls natively. */
  #listenToDrag(list) {
    let from = null;
    list.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) from = { x: event.clientX, scroll: list.scrollLeft };
    });
    list.addEventListener("pointermove", (event) => {
      if (!from || Math.abs(event.clientX - from.x) < 6 && !this.#isTurning) return;
      this.#isTurning = true;
      list.classList.add("dragged");
      list.scrollLeft = from.scroll - (event.clientX - from.x);
    });
    const end = () => {
      from = null;
      list.classList.remove("dragged");
    };
    list.addEventListener("pointerup", end);
    list.addEventListener("pointerleave", end);
  }

  /** Sets the value in the middle once the wheel rests. Words do not follow the scrolling. */
  #scrolled() {
    if (!this.#isTurning || !this.#list.classList.contains("scale")) return;
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => {
      this.#isTurning = false;
      const option = this.#middleOption();
      if (option && !this.element.hidden) this.#choose(option.dataset.value);
    }, settleTime);
  }

  #middleOption() {
    const middle = this.#list.scrollLeft + this.#list.clientWidth / 2;
    const distance = (option) => Math.abs(option.offsetLeft + option.offsetWidth / 2 - middle);
    return [...this.#list.children].reduce((best, option) => (best === null || distance(option) < distance(best) ? option : best), null);
  }

  #center(behavior) {
    const option = this.#list.querySelector("[aria-selected=true]");
    if (!option) return;
    const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#list.scrollTo({ left: option.offsetLeft + option.offsetWidth / 2 - this.#list.clientWidth / 2, behavior: isReduced ? "instant" : behavior });
  }

  #key(event) {
    const last = this.#list.children.length - 1;
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 3, PageUp: -3, Home: -last, End: last };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.#step(steps[event.key]);
  }

  #step(steps) {
    const next = stepped(this.#record, this.#camera.pending(this.name), steps);
    if (next !== null) this.#choose(next);
  }

  #escape(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  }
}

/** A control for a property that has a range, or accepts text. */
export function freeControl(record, camera, apply) {
  if (record.range) {
    const { minimum, maximum, step } = record.range;
    const output = el("output", { text: shownValue(record.property, record.value) });
    const slider = el("input", {
      type: "range", min: minimum, max: maximum, step: step || 1, "aria-label": propertyName(record),
      on: { input: () => setText(output, slider.value), change: () => apply(slider.value) },
    });
    slider.value = String(record.number ?? Number.parseFloat(record.value) ?? minimum);
    return el("div", { class: "row" }, slider, output);
  }
  const field = el("input", { type: "text", value: record.value ?? "", "aria-label": propertyName(record) });
  const form = el("form", { class: "row", on: { submit: (event) => { event.preventDefault(); apply(field.value); } } },
    field, el("button", { text: text.settings.set }));
  return form;
}
