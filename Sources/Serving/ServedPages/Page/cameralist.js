/** The cameras that the server found. */

import { request } from "./api.js";
import { button, el, icon } from "./dom.js";
import { BackOff } from "./emitter.js";
import { events } from "./events.js";
import { cameraHash, gridHash } from "./route.js";
import { text } from "./text.js";

export class CameraListView {
  #list = el("ul", { class: "cameras" });
  #note = el("p", { class: "explanation", role: "status" });
  #several = el("a", { class: "button", href: gridHash, hidden: true }, icon("grid"), el("span", { text: text.list.several }));
  #stopListening;
  #backOff = new BackOff();
  #timer = 0;
  #soon = 0;

  constructor() {
    document.title = text.title;
    const refresh = button(text.list.refresh, () => this.retry(), { icon: "refresh", class: "quiet" });
    this.element = el("div", { class: "list" },
      el("header", { class: "bar" }, el("div", { class: "title" }, el("h1", { text: text.title })), el("nav", { "aria-label": text.list.actions }, this.#several, refresh)),
      el("main", {}, el("h2", { text: text.list.title }), this.#list, this.#note));
    this.#stopListening = events.listen((kind) => { if (["found", "lost", "reset", "connection"].includes(kind)) this.#readSoon(); });
    this.retry();
  }

  stop() {
    this.#stopListening();
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
  }

  show() {}

  hidden() {}

  /** Reads the list without waiting. */
  async retry() {
    clearTimeout(this.#timer);
    if (this.#list.children.length === 0) this.#note.textContent = text.list.searching;
    try {
      this.#show(await request("GET", "cameras"));
      this.#backOff.reset();
    } catch (error) {
      this.#note.textContent = error.message;
      this.#timer = setTimeout(() => this.retry(), this.#backOff.next());
    }
  }

  #readSoon() {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.retry(), 200);
  }

  #show(cameras) {
    this.#list.replaceChildren(...cameras.map((camera) => item(camera)));
    this.#several.hidden = cameras.filter((camera) => !camera.obstacle).length < 2;
    this.#note.textContent = cameras.length === 0 ? text.list.none : "";
  }
}

function item(camera) {
  const details = [camera.manufacturer, camera.transport && text.list.transport(camera.transport), camera.serialNumber].filter(Boolean).join(" · ");
  const content = [
    icon(camera.obstacle ? "warning" : "camera"),
    el("span", { class: "about" }, el("strong", { text: text.cameraName(camera) }), el("span", { class: "details", text: details }),
      camera.obstacle ? el("span", { class: "problem", text: camera.obstacleMessage ?? text.list.unusable }) : null),
  ];
  if (camera.obstacle) return el("li", { class: "blocked" }, el("div", {}, ...content));
  return el("li", {}, el("a", { href: cameraHash(camera.identifier) }, ...content, icon("next")));
}
