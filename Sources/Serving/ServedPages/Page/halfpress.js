/** The half-pressed shutter button: focus is found and held until it is released. */

import { announce } from "./dom.js";
import { Emitter } from "./emitter.js";
import { showProblem } from "./notices.js";
import { text } from "./text.js";

/** The server releases after 30 s without a renewal. */
const renewalTime = 10000;

/** Emits when its state changes: `released`, `focusing`, `focused` or `failed`. */
export class HalfPress extends Emitter {
  state = "released";
  #camera;
  #isWanted = false;
  #timer = 0;

  constructor(camera) {
    super();
    this.#camera = camera;
  }

  get isHeld() { return this.state === "focused"; }

  /** Presses; returns when focus was found or not. */
  async press() {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#set("focusing");
    try {
      const answer = await this.#camera.send("PUT", "half-press");
      if (!this.#isWanted) return;
      this.#set(answer?.focused === false ? "failed" : "focused");
      announce(this.isHeld ? text.focus.found : text.focus.failed);
      this.#timer = setInterval(() => this.#renew(), renewalTime);
    } catch (error) {
      if (!this.#isWanted) return;
      this.#set("failed");
      showProblem(error.message);
    }
  }

  /** Returns when it is known whether focus was found. */
  async settled() {
    while (this.state === "focusing") await new Promise((resolve) => { const stop = this.listen(() => { stop(); resolve(); }); });
  }

  /** Extends the time, and presses nothing that was released meanwhile. */
  async #renew() {
    try { await this.#camera.send("PUT", "half-press", { extend: true }); } catch (error) {
      if (error.code === "notHeld" && this.#isWanted) this.#end();
    }
  }

  #end() {
    this.#isWanted = false;
    clearInterval(this.#timer);
    this.#set("released");
  }

  async release() {
    if (!this.#isWanted) return;
    this.#end();
    try { await this.#camera.send("DELETE", "half-press"); } catch { /* The server releases it by itself. */ }
  }

  toggle() { return this.#isWanted ? this.release() : this.press(); }

  #set(state) {
    this.state = state;
    this.emit();
  }
}
