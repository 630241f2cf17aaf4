/** All settings of the camera, by group, with a search. */

import { freeControl } from "./dial.js";
import { openDialog } from "./dialogs.js";
import { button, el, setText } from "./dom.js";
import { propertyName, shortName, shownValue } from "./names.js";
import { applySetting } from "./settings.js";
import { text } from "./text.js";

/** The order of the groups. Groups without a place here follow, then the vendor's properties, then read-only information. */
const order = ["exposure", "focus", "image", "imaging", "capture", "flash", "video", "live view", "configuration", "other"];

/** Opens the dialog. `closed` is called when it is closed. */
export function openAllSettings(camera, closed) {
  const view = new AllSettings(camera);
  const dialog = openDialog(text.settings.all, { className: "side", closed: () => { view.stop(); closed?.(); } }, ...view.elements);
  dialog.querySelector("input[type=search]").focus();
  return dialog;
}

class AllSettings {
  #camera;
  #rows = new Map();
  #groups = el("div", { class: "groups" });
  #search = el("input", { type: "search", placeholder: text.settings.search, "aria-label": text.settings.search, on: { input: () => this.#filter() } });
  #none = el("p", { class: "explanation", text: text.settings.nothingFound, hidden: true, role: "status" });
  #stopListening;

  constructor(camera) {
    this.#camera = camera;
    this.elements = [el("div", { class: "search" }, this.#search), this.#none, this.#groups];
    this.#stopListening = camera.listen((kind) => { if (kind === "properties" || kind === "connection") this.#update(); });
    this.#update();
  }

  stop() { this.#stopListening(); }

  #update() {
    const { properties } = this.#camera;
    if ([...this.#rows.keys()].join() !== [...properties.keys()].join()) this.#rebuild();
    for (const row of this.#rows.values()) row.update(properties.get(row.name));
  }

  #rebuild() {
    this.#rows = new Map([...this.#camera.properties.values()].map((record) => [record.property, new Row(this.#camera, record)]));
    const groups = Map.groupBy ? Map.groupBy(this.#rows.values(), (row) => row.group) : grouped(this.#rows.values());
    const names = [...groups.keys()].sort((a, b) => rank(a) - rank(b));
    this.#groups.replaceChildren(...names.map((name) =>
      el("section", {}, el("h3", { text: text.settings.groups[name] ?? name }), ...groups.get(name).map((row) => row.element))));
    this.#filter();
  }

  #filter() {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of this.#rows.values()) {
      row.element.hidden = !words.every((word) => row.searched.includes(word));
      if (!row.element.hidden) found += 1;
    }
    for (const section of this.#groups.children) section.hidden = !section.querySelector(".setting:not([hidden])");
    this.#none.hidden = found > 0;
  }
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.group, [...groups.get(row.group) ?? [], row]);
  return groups;
}

function rank(group) {
  const index = order.indexOf(group);
  return { vendor: 100, information: 101 }[group] ?? (index < 0 ? 50 : index);
}

class Row {
  #camera;
  #label;
  #control = el("div", { class: "control" });
  #note = el("p", { class: "note" });
  #key = "";
  #error = null;

  constructor(camera, record) {
    this.#camera = camera;
    this.name = record.property;
    this.group = record.property.startsWith("vendor") ? "vendor" : record.category ?? "other";
    this.searched = `${propertyName(record)} ${record.property} ${record.vendorName ?? ""}`.toLowerCase();
    this.#label = el("span", { class: "label", text: propertyName(record) });
    this.element = el("div", { class: "setting", data: { property: record.property } }, this.#label, this.#control, this.#note);
  }

  update(record) {
    const isSettable = record.settable && this.#camera.refusal === null;
    const pending = this.#camera.pending(this.name);
    const key = JSON.stringify([record.values, record.range, isSettable, !record.values?.length && record.value]);
    if (key !== this.#key) {
      this.#key = key;
      this.#control.replaceChildren(isSettable ? this.#makeControl(record) : el("output", { "aria-label": propertyName(record) }));
    }
    this.#showValue(record, pending, isSettable);
    this.#showNote(record, pending);
  }

  #makeControl(record) {
    if (!record.values?.length) return freeControl(record, this.#camera, (value) => this.#apply(value));
    return el("select", { "aria-label": propertyName(record), on: { change: (event) => this.#apply(event.target.value) } },
      ...record.values.map((value) => el("option", { value, text: shownValue(this.name, value) })));
  }

  #showValue(record, pending, isSettable) {
    const control = this.#control.firstChild;
    control.classList.toggle("pending", pending !== null);
    if (!isSettable) return setText(control, shownValue(this.name, record.value));
    if (control.tagName === "SELECT" && control.value !== (pending ?? record.value)) control.value = pending ?? record.value ?? "";
    return undefined;
  }

  #showNote(record, pending) {
    const isExplained = !record.settable && record.reason;
    const sentence = this.#error ?? (isExplained ? record.reason : pending === null ? "" : text.settings.pending(shownValue(this.name, pending)));
    this.#note.classList.toggle("error", this.#error !== null);
    const remedy = isExplained && !this.#camera.refusal ? record.remedy : null;
    const key = JSON.stringify([sentence, remedy]);
    if (this.#note.dataset.key === key) return;
    this.#note.dataset.key = key;
    this.#note.replaceChildren(...(sentence ? [el("span", { text: `${sentence} ` })] : []), ...(remedy?.values ?? []).slice(0, 3).map((value) => button(
      text.settings.change(shortName({ property: remedy.property }), shownValue(remedy.property, value)),
      () => applySetting(this.#camera, remedy.property, value), { class: "remedy" })));
  }

  async #apply(value) {
    this.#error = null;
    this.#error = await applySetting(this.#camera, this.name, value, { isQuiet: true });
    const record = this.#camera.property(this.name);
    if (record) this.update(record);
  }
}
