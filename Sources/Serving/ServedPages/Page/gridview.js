/** Several cameras together: their live views, and one shutter for those that are selected. */

import { request } from "./api.js";
import { Camera } from "./camera.js";
import { announce, button, el, icon, setText } from "./dom.js";
import { events } from "./events.js";
import { LiveView } from "./liveview.js";
import { shownValue } from "./names.js";
import { showProblem } from "./notices.js";
import { askCamera } from "./questions.js";
import { showUnreadable } from "./release.js";
import { cameraHash, listHash } from "./route.js";
import { text } from "./text.js";

const shown = ["shutter-speed", "aperture", "iso"];

export class GridView {
  #tiles = new Map();
  #grid = el("div", { class: "tiles" });
  #note = el("p", { class: "explanation", role: "status", text: text.list.searching });
  #shutter = el("button", { type: "button", class: "shutter" }, el("span", { class: "ring", "aria-hidden": "true" }));
  #selection = el("p", { class: "selection" });
  #stopListening;
  #isBusy = false;

  constructor() {
    document.title = text.pageTitle(text.grid.title);
    this.#shutter.setAttribute("aria-label", text.grid.shoot);
    this.#shutter.addEventListener("click", () => this.#shoot());
    this.element = el("div", { class: "grid" },
      el("header", { class: "bar" }, el("a", { class: "button quiet", href: listHash, "aria-label": text.camera.back }, icon("back")), el("div", { class: "title" }, el("h1", { text: text.grid.title }))),
      el("main", {}, this.#note, this.#grid),
      el("section", { class: "release", "aria-label": text.release }, this.#selection, el("div", { class: "buttons" },
        button(text.grid.focus, () => this.#focus(), { class: "focus" }), this.#shutter, el("span"))));
    this.#stopListening = events.listen((kind) => { if (["found", "lost", "reset"].includes(kind)) this.retry(); });
    this.retry();
  }

  stop() {
    this.#stopListening();
    for (const tile of this.#tiles.values()) tile.stop();
  }

  show() {}

  hidden() { for (const tile of this.#tiles.values()) tile.pause(); }

  /** Reads the list of the cameras, and continues with those that were lost. */
  async retry() {
    try {
      const cameras = await request("GET", "cameras");
      for (const description of cameras) if (!description.obstacle && !this.#tiles.has(description.identifier)) this.#add(description);
      setText(this.#note, this.#tiles.size === 0 ? text.list.none : "");
    } catch (error) { setText(this.#note, error.message); }
    for (const tile of this.#tiles.values()) tile.retry();
    this.#showSelection();
  }

  #add(description) {
    const tile = new Tile(description, () => this.#showSelection());
    this.#tiles.set(description.identifier, tile);
    this.#grid.append(tile.element);
  }

  get #selected() { return [...this.#tiles.values()].filter((tile) => tile.isSelected && tile.camera.connection === "connected"); }

  #showSelection() {
    const selected = this.#selected;
    const refusal = selected.length === 0 ? text.grid.noneSelected : selected[0].camera.refusal;
    setText(this.#selection, refusal ?? text.grid.selected(selected.length, this.#tiles.size));
    this.#shutter.toggleAttribute("disabled", refusal !== null || this.#isBusy);
    this.element.dataset.state = this.#isBusy ? "busy" : "idle";
    this.element.querySelector(".focus").disabled = refusal !== null || this.#isBusy;
  }

  /** Does something with all selected cameras at the same time. */
  async #all(act) {
    this.#isBusy = true;
    this.#showSelection();
    const results = await Promise.all(this.#selected.map((tile) => act(tile)));
    this.#isBusy = false;
    this.#showSelection();
    return results;
  }

  async #shoot() {
    const results = await this.#all((tile) => tile.shoot());
    const taken = results.filter(Boolean).length;
    announce(text.grid.taken(taken, results.length));
    if (taken < results.length) showProblem(text.grid.failed(results.length - taken));
  }

  #focus() { return this.#all((tile) => tile.focus()); }
}

/** One camera of the grid. */
class Tile {
  isSelected = true;
  #live = null;
  #question;
  #values = el("span", { class: "values" });
  #result = el("span", { class: "result", role: "status" });
  #picture = el("a", { class: "live" });

  constructor(description, changed) {
    const camera = new Camera(description);
    this.camera = camera;
    this.#question = askCamera(camera);
    const box = el("input", { type: "checkbox", checked: true, "aria-label": text.grid.select(camera.name), on: { change: () => { this.isSelected = box.checked; changed(); } } });
    this.#picture.href = cameraHash(camera.identifier);
    this.#picture.setAttribute("aria-label", text.grid.open(camera.name));
    this.element = el("article", { class: "grid-tile" }, this.#picture, el("footer", {}, el("label", { class: "name" }, box, el("strong", { text: camera.name }), this.#serial()), this.#values, this.#result));
    camera.listen((kind) => {
      if (kind === "information") this.#showLive();
      if (kind === "connection") this.#showConnection();
      if (kind === "properties") this.#showValues();
      if (kind === "connection") changed();
    });
  }

  /** Two cameras of the same model have the same name. */
  #serial() {
    const { serialNumber } = this.camera.description;
    return serialNumber ? el("span", { class: "serial", text: serialNumber }) : null;
  }

  stop() {
    this.#question.stop();
    this.#live?.stop();
    this.camera.close();
  }

  pause() { this.#live?.pause(); }

  retry() {
    if (this.camera.connection === "lost") this.camera.connect();
    this.#live?.retry();
  }

  #showLive() {
    if (this.#live || !this.camera.can("live view")) return;
    this.#live = new LiveView(this.camera.identifier, { rate: 12, isPlain: true });
    this.#picture.append(this.#live.element);
    this.#live.start();
  }

  #showConnection() {
    const { connection, reason } = this.camera;
    this.element.dataset.connection = connection;
    setText(this.#result, connection === "lost" ? text.camera.lostSentence(reason, this.camera.isRetrying) : "");
    if (connection === "connected") this.#live?.retry();
  }

  #showValues() {
    const values = shown.map((name) => this.camera.property(name)).filter(Boolean);
    setText(this.#values, values.map((record) => (record.property === "iso" ? `ISO ${shownValue("iso", record.value)}` : shownValue(record.property, record.value))).join("  "));
  }

  async #attempt(method, path, body, sentence) {
    this.element.dataset.result = "";
    setText(this.#result, "");
    try {
      const answer = await this.camera.send(method, path, body);
      this.element.dataset.result = "done";
      setText(this.#result, sentence(answer));
      return true;
    } catch (error) {
      this.element.dataset.result = "failed";
      setText(this.#result, error.message);
      return false;
    }
  }

  shoot() { return this.#attempt("POST", "shoot", {}, (files) => {
      showUnreadable(files);
      return text.shutter.taken(files.map((file) => file.file));
    }); }

  focus() { return this.#attempt("POST", "focus/auto", {}, () => text.focus.found); }
}
