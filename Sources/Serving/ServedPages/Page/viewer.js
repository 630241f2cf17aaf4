/** One picture, large, with how it was taken. */

import { announce, button, el, icon, setAttribute, setText } from "./dom.js";
import { cameraPath, fileAddress, request } from "./api.js";
import { confirm } from "./dialogs.js";
import { Gestures } from "./gestures.js";
import { byteSize, exposureTexts, shownDate } from "./names.js";
import { showProblem, showResult } from "./notices.js";
import { session } from "./session.js";
import { text } from "./text.js";

export class Viewer {
  #camera;
  #pictures;
  #show;
  #file;
  #image = el("img", { class: "full", alt: "", draggable: "false" });
  #stage = el("div", { class: "stage", tabindex: "-1" });
  #title = el("h2", { id: "viewed" });
  #position = el("span", { class: "position" });
  #summary = el("p", { class: "summary" });
  #facts = el("dl");
  #more = el("details", {}, el("summary", { text: text.viewer.all }), el("dl"));
  #rating = el("div", { class: "rating", role: "radiogroup", "aria-label": text.viewer.rating });
  #previous;
  #next;
  #download = el("a", { class: "button", download: "" }, icon("download"), el("span", { text: text.viewer.download }));
  #delete;
  #gestures;
  #stopListening;

  /**
   * @param {Function} show Shows another file, by its identifier.
   * @param {Function} closed
   */
  constructor(camera, pictures, show, closed) {
    [this.#camera, this.#pictures, this.#show] = [camera, pictures, show];
    this.#previous = button(text.viewer.previous, () => this.#step(-1), { icon: "back", class: "step previous" });
    this.#next = button(text.viewer.next, () => this.#step(1), { icon: "next", class: "step next" });
    this.#delete = button(text.viewer.delete, () => this.#remove(), { icon: "remove", showsLabel: true, class: "danger" });
    this.#gestures = new Gestures(this.#stage, () => this.#fitted(), { changed: () => this.#place(), swiped: (x) => this.#step(x > 0 ? -1 : 1) });
    this.#stage.append(this.#image, el("p", { class: "failed", text: text.viewer.noPreview }), this.#previous, this.#next);
    this.#image.addEventListener("load", () => { this.#stage.dataset.state = "shown"; });
    this.#image.addEventListener("error", () => { this.#stage.dataset.state = "failed"; });
    this.element = el("dialog", { class: "viewer", "aria-labelledby": "viewed", on: { keydown: (event) => this.#key(event), close: () => closed() } },
      el("header", {}, this.#title, this.#position, button(text.close, () => this.element.close(), { icon: "close", class: "quiet" })),
      this.#stage,
      el("div", { class: "about" }, this.#summary, this.#rating, el("div", { class: "actions" }, this.#download, this.#delete), this.#facts, this.#more));
    this.#stopListening = pictures.listen(() => this.#update());
  }

  open(identifier) {
    if (!this.element.isConnected) document.body.append(this.element);
    if (!this.element.open) this.element.showModal();
    if (this.#file?.id === identifier) return;
    this.#file = this.#pictures.find(identifier) ?? { id: identifier, name: identifier };
    this.#load();
  }

  close() {
    this.#stopListening();
    this.element.close();
    this.element.remove();
  }

  // MARK: Showing

  #load() {
    const { id, name } = this.#file;
    this.#stage.dataset.state = "loading";
    this.#image.src = fileAddress(this.#camera.identifier, id, "preview");
    this.#image.alt = name;
    this.#gestures.reset();
    this.#download.href = fileAddress(this.#camera.identifier, id);
    this.#summary.textContent = "";
    this.#facts.replaceChildren();
    this.#more.hidden = true;
    this.#update();
    this.#readMetadata(id);
  }

  #update() {
    if (!this.#file) return;
    this.#file = this.#pictures.find(this.#file.id) ?? this.#file;
    const list = this.#list;
    const index = list.findIndex((file) => file.id === this.#file.id);
    setText(this.#title, this.#file.name);
    setAttribute(this.#download, "download", this.#file.name);
    setText(this.#position, index < 0 ? "" : text.viewer.position(index + 1, list.length));
    this.#previous.disabled = index <= 0;
    this.#next.disabled = index < 0 || index >= list.length - 1;
    this.#keepFocus();
    this.#showDeletion();
    this.#showRating();
  }

  /** A button that is disabled loses the focus, and with it the keys of the dialog. */
  #keepFocus() {
    if (!document.activeElement?.disabled) return;
    ([this.#previous, this.#next].find((one) => !one.disabled) ?? this.#stage).focus();
  }

  /** The strip's pictures; all that were read when this one is not among them. */
  get #list() {
    const { shown, files } = this.#pictures;
    return shown.some((file) => file.id === this.#file.id) ? shown : files;
  }

  async #readMetadata(id) {
    let metadata;
    try {
      metadata = await request("GET", cameraPath(this.#camera.identifier, `files/${encodeURIComponent(id)}/metadata`));
    } catch { metadata = {}; }
    if (id !== this.#file?.id) return;
    this.#summary.replaceChildren(...exposureTexts(metadata).map((part) => el("span", { text: part })));
    this.#facts.replaceChildren(...this.#pairs(this.#factsOf(metadata)));
    const entries = (metadata.entries ?? []).map((entry) => [entry.name, entry.value]);
    this.#more.hidden = entries.length === 0;
    this.#more.lastChild.replaceChildren(...this.#pairs(entries));
  }

  #factsOf(metadata) {
    const file = this.#file;
    const created = metadata.created ?? file.created;
    return [
      [text.viewer.taken, created ? shownDate(created) : null],
      [text.viewer.camera, [metadata.manufacturer, metadata.model].filter(Boolean).join(" ")],
      [text.viewer.size, [metadata.pixels ?? file.pixels, file.size ? byteSize(file.size) : null].filter(Boolean).join(", ")],
      [text.viewer.place, file.path],
    ].filter(([, value]) => value);
  }

  #pairs(entries) {
    return entries.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: String(value) })]);
  }

  #fitted() { return { width: this.#stage.clientWidth, height: this.#stage.clientHeight }; }

  #place() {
    const { scale, x, y } = this.#gestures.view;
    const { width, height } = this.#fitted();
    this.#image.style.transform = `translate(${x * width}px, ${y * height}px) scale(${scale})`;
  }

  #step(direction) {
    const list = this.#list;
    const next = list[list.findIndex((file) => file.id === this.#file.id) + direction];
    if (next) this.#show(next.id);
  }

  #key(event) {
    if (event.target.matches("[role=radio]")) return;
    const actions = { ArrowLeft: () => this.#step(-1), ArrowRight: () => this.#step(1), "+": () => this.#gestures.magnify(1.5), "-": () => this.#gestures.magnify(1 / 1.5), Delete: () => this.#delete.disabled || this.#remove() };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  // MARK: Rating and deleting

  #showRating() {
    this.#rating.hidden = !this.#camera.can("file rating") || this.#file.rating === undefined;
    if (this.#rating.hidden) return;
    if (this.#rating.children.length === 0) this.#rating.append(...[1, 2, 3, 4, 5].map((stars) => this.#star(stars)));
    const rating = this.#file.rating ?? 0;
    [...this.#rating.children].forEach((star, index) => {
      star.setAttribute("aria-checked", String(index + 1 === rating));
      star.classList.toggle("full", index < rating);
      star.tabIndex = index + 1 === rating || (rating === 0 && index === 0) ? 0 : -1;
      star.disabled = this.#camera.refusal !== null;
    });
  }

  #star(stars) {
    const star = button(text.viewer.stars(stars), () => this.#rate(this.#file.rating === stars ? 0 : stars), { icon: "star", role: "radio" });
    star.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = Math.min(5, Math.max(1, stars + step));
      this.#rating.children[next - 1].focus();
      this.#rate(next);
    });
    return star;
  }

  async #rate(rating) {
    const file = this.#file;
    try {
      await this.#camera.send("PATCH", `files/${encodeURIComponent(file.id)}`, { rating });
      file.rating = rating;
      announce(text.viewer.rated(rating));
    } catch (error) { showProblem(error.message); }
    this.#update();
  }

  #showDeletion() {
    const reason = !session.value.deletion ? text.session.noDeletion : this.#file.protected ? text.viewer.protected : this.#camera.refusal;
    this.#delete.hidden = !this.#camera.can("file deletion");
    this.#delete.disabled = reason !== null;
    setAttribute(this.#delete, "title", reason ?? "");
  }

  async #remove() {
    const file = this.#file;
    if (!await confirm(text.viewer.deleteTitle(file.name), text.viewer.deleteSentence, text.viewer.delete)) return;
    const list = this.#list;
    const index = list.findIndex((one) => one.id === file.id);
    const next = list[index + 1] ?? list[index - 1];
    try {
      await this.#camera.send("DELETE", `files/${encodeURIComponent(file.id)}`);
      showResult(text.viewer.deleted(file.name));
      if (next) this.#show(next.id); else this.element.close();
      this.#pictures.read();
    } catch (error) { showProblem(error.message); }
  }
}
