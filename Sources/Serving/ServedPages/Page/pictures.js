/** The pictures of this session as a strip of thumbnails, and the older ones of the cards on request. */

import { button, el, icon, setText } from "./dom.js";
import { fileAddress } from "./api.js";
import { Emitter } from "./emitter.js";
import { showProblem } from "./notices.js";
import { sessionPictures, setSessionPictures } from "./preferences.js";
import { text } from "./text.js";

const pageSize = 40;

/** The files of a camera, newest first. Emits after each change. */
export class PictureList extends Emitter {
  /** The records that are known, newest first. */
  files = [];
  hasMore = true;
  showsOlder = false;
  #camera;
  #session;
  #isReading = false;
  #isStale = false;
  #limit = pageSize;

  constructor(camera) {
    super();
    this.#camera = camera;
    this.#session = new Set(sessionPictures(camera.identifier));
    camera.listen((kind, ...details) => { if (kind === "item") this.#changed(...details); });
  }

  /** The pictures to show: those of this session, or all that were read. */
  get shown() { return this.showsOlder ? this.files : this.files.filter((file) => this.#session.has(file.id)); }

  find(identifier) { return this.files.find((file) => file.id === identifier) ?? null; }

  get isAvailable() { return this.#camera.can("file access"); }

  /** Reads the newest files. A change in the meantime reads once more. */
  async read() {
    if (!this.isAvailable) return;
    if (this.#isReading) { this.#isStale = true; return; }
    this.#isReading = true;
    try {
      do {
        this.#isStale = false;
        const list = await this.#camera.send("GET", `files?limit=${this.#limit}&newest=true`);
        this.hasMore = list.length >= this.#limit;
        this.files = this.#merged(list.filter((file) => file.kind !== "folder"));
        this.emit();
      } while (this.#isStale);
    } catch (error) {
      if (!error.isOffline && this.#camera.connection === "connected") showProblem(error.message);
    }
    this.#isReading = false;
  }

  /** Pictures that were read earlier stay, because a long series has more than one page of them. */
  #merged(list) {
    const newest = new Set(list.map((file) => file.id));
    return [...list, ...this.files.filter((file) => !newest.has(file.id))].sort((a, b) => (b.created ?? "").localeCompare(a.created ?? ""));
  }

  /** Shows the older pictures too, and more of them with each call. */
  async showOlder() {
    if (this.showsOlder) this.#limit += pageSize;
    this.showsOlder = true;
    await this.read();
    this.emit();
  }

  #changed(kind, event) {
    if (kind === "item-added" && event.id) {
      this.#session.add(event.id);
      setSessionPictures(this.#camera.identifier, [...this.#session]);
    }
    if (kind === "item-removed") {
      this.files = this.files.filter((file) => file.id !== event.id);
      this.emit();
    } else {
      if (kind === "reset") this.files = [];
      this.read();
    }
  }
}

/** A thumbnail; a drawing where the camera has none. */
export function thumbnail(camera, file) {
  const image = el("img", { src: fileAddress(camera.identifier, file.id, "thumbnail"), alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(icon("pictures")));
  return image;
}

export class PictureStrip {
  #camera;
  #pictures;
  #open;
  #list = el("ul", { class: "thumbnails" });
  #empty = el("p", { class: "explanation", text: text.pictures.none });
  #older;
  #newest = el("button", { type: "button", class: "newest", hidden: true });
  #items = new Map();

  /** @param {Function} open Shows a file. */
  constructor(camera, pictures, open, extras = []) {
    [this.#camera, this.#pictures, this.#open] = [camera, pictures, open];
    this.#older = button(text.pictures.older, () => this.#pictures.showOlder(), { class: "older" });
    this.#newest.addEventListener("click", () => this.#open((this.#pictures.shown[0] ?? this.#pictures.files[0]).id));
    this.element = el("section", { class: "pictures", "aria-label": text.pictures.title },
      el("header", {}, el("h2", { text: text.pictures.title }), ...extras), this.#empty, this.#list, this.#older);
    pictures.listen(() => this.update());
    this.update();
  }

  /** The newest picture as a button, for screens without space for the strip. */
  get newestButton() { return this.#newest; }

  update() {
    const shown = this.#pictures.shown;
    this.element.hidden = !this.#pictures.isAvailable;
    this.#empty.hidden = shown.length > 0;
    this.#older.hidden = this.#pictures.showsOlder && !this.#pictures.hasMore;
    setText(this.#older.firstChild, this.#pictures.showsOlder ? text.pictures.more : text.pictures.older);
    this.#showItems(shown);
    this.#showNewest(shown[0] ?? this.#pictures.files[0]);
  }

  /** Keeps the elements of files that stay, so that no thumbnail is loaded twice. */
  #showItems(shown) {
    const wanted = new Set(shown.map((file) => file.id));
    for (const [id, item] of this.#items) if (!wanted.has(id)) { item.remove(); this.#items.delete(id); }
    shown.forEach((file, index) => {
      const item = this.#items.get(file.id) ?? this.#item(file);
      if (this.#list.children[index] !== item) this.#list.insertBefore(item, this.#list.children[index] ?? null);
    });
  }

  #item(file) {
    const open = el("button", { type: "button", "aria-label": text.pictures.open(file.name), title: file.name, on: { click: () => this.#open(file.id) } },
      thumbnail(this.#camera, file), el("span", { class: "name", text: file.name }));
    const item = el("li", { data: { file: file.id } }, open);
    this.#items.set(file.id, item);
    return item;
  }

  #showNewest(file) {
    this.#newest.hidden = !file;
    if (!file || this.#newest.dataset.file === file.id) return;
    this.#newest.dataset.file = file.id;
    this.#newest.setAttribute("aria-label", text.pictures.newest(file.name));
    this.#newest.replaceChildren(thumbnail(this.#camera, file));
  }
}
