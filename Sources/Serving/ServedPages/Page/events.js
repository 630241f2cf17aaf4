/** The events of all cameras, by one connection that is made again when it is lost. */

import { eventsAddress } from "./api.js";
import { BackOff, Emitter } from "./emitter.js";

const kinds = [
  "property", "settable", "connection", "capabilities", "categories", "focus", "auto-exposure", "recording", "live-view", "storage", "item-added",
  "item-changed", "item-removed", "item-unreadable", "transfer-offered", "name", "notice", "authentication", "series", "tethering",
  "found", "lost", "reset", "missed",
];

/** Emits `(kind, camera, event)`. The kind `reset` also follows each connection after the first: earlier answers may be out of date. */
class Events extends Emitter {
  /** Emits whether the server is reached. */
  connection = new Emitter();
  isConnected = false;
  #source = null;
  #wasConnected = false;
  #backOff = new BackOff();
  #timer = 0;

  start() {
    this.stop();
    const source = new EventSource(eventsAddress);
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onerror = () => this.#failed(source);
    for (const kind of kinds) source.addEventListener(kind, (message) => this.#received(kind, message.data));
  }

  stop() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  /** Connects without the delay, for example after a phone has woken. */
  retry() {
    if (this.#source && !this.isConnected) this.start();
  }

  #opened() {
    this.#backOff.reset();
    this.#setConnected(true);
    if (this.#wasConnected) this.emit("reset", null, {});
    this.#wasConnected = true;
  }

  #failed(source) {
    this.#setConnected(false);
    // The browser retries unless the answer was an error.
    if (source.readyState !== EventSource.CLOSED || source !== this.#source) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), this.#backOff.next());
  }

  #setConnected(value) {
    if (this.isConnected === value) return;
    this.isConnected = value;
    this.connection.emit(value);
  }

  #received(kind, data) {
    let message;
    try { message = JSON.parse(data); } catch { message = {}; }
    this.emit(kind, message?.camera ?? null, message?.event ?? message ?? {});
  }
}

export const events = new Events();
