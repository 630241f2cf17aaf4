/** Programs that hold the shutter button: a burst while the finger is down, and bulb exposures. */

import { button, el, setText } from "./dom.js";
import { choice, field } from "./fields.js";
import { clock } from "./names.js";
import { showProblem } from "./notices.js";
import { preference } from "./preferences.js";
import { applySetting } from "./settings.js";
import { text } from "./text.js";

/** Longest time that the server holds the button, in seconds. */
const longest = 3600;

/** A sentence with a button that sets a property, shown while the property has another value. */
class Hint {
  element = el("p", { class: "hint", hidden: true });
  #camera;
  #sentence = el("span");
  #button;
  #target = null;

  constructor(camera) {
    this.#camera = camera;
    this.#button = button("", () => applySetting(camera, ...this.#target));
    this.element.append(this.#sentence, this.#button);
  }

  /** Shows `sentence` and `label` unless `isFine`; `target` is the property and its value. */
  show(isFine, sentence, label, target) {
    this.element.hidden = isFine;
    this.#target = target;
    setText(this.#sentence, sentence);
    setText(this.#button.firstChild, label);
    this.#button.hidden = !target;
    this.#button.disabled = this.#camera.refusal !== null;
  }
}

/** Presses and releases the shutter button of the camera, in this order even when the finger is faster than the camera. */
class Holding {
  #camera;
  #pressing = null;

  constructor(camera) { this.#camera = camera; }

  get isHeld() { return this.#pressing !== null; }

  press(limit, autofocus) {
    this.#pressing = this.#camera.send("PUT", "shutter", { limit, autofocus });
    return this.#pressing;
  }

  /** With `isTimed` the server releases the button too, so an error only means that it did. */
  async release(isTimed = false) {
    const pressing = this.#pressing;
    this.#pressing = null;
    try { await pressing; } catch { return; }
    try { await this.#camera.send("DELETE", "shutter"); } catch (error) { if (!isTimed) throw error; }
  }
}

export class Burst {
  id = "burst";
  label = text.programs.burst;
  /** The button acts on pressing and on releasing. */
  isHeld = true;
  #host;
  #holding;
  #hint;

  constructor(host) {
    this.#host = host;
    this.#holding = new Holding(host.camera);
    this.#hint = new Hint(host.camera);
    this.panel = el("div", { class: "fields" }, this.#hint.element, el("p", { class: "explanation", text: text.burst.explanation }));
  }

  get isAvailable() { return true; }

  update() {
    const drive = this.#host.camera.property("drive-mode");
    const isContinuous = !drive || /continuous|burst/i.test(drive.value ?? "");
    const fastest = drive?.values?.findLast((value) => /continuous/i.test(value));
    this.#hint.show(isContinuous, text.burst.drive, text.burst.setDrive, fastest ? ["drive-mode", fastest] : null);
  }

  async press() {
    if (this.#holding.isHeld) return;
    this.#host.setState("holding", "", text.burst.release);
    try {
      await this.#holding.press(60, preference("shutterFocus") && !this.#host.halfPress.isHeld);
    } catch (error) {
      this.#host.setState("idle");
      showProblem(error.message);
      this.#holding.release();
    }
  }

  async release() {
    if (!this.#holding.isHeld) return;
    this.#host.setState("idle");
    try { await this.#holding.release(); } catch (error) { showProblem(error.message); }
  }

  cancel() { return this.release(); }
}

export class Bulb {
  id = "bulb";
  label = text.programs.bulb;
  #host;
  #holding;
  #hint;
  #seconds = 0;
  #ticker = 0;

  constructor(host) {
    this.#host = host;
    this.#holding = new Holding(host.camera);
    this.#hint = new Hint(host.camera);
    const times = [[0, text.bulb.untilReleased], ...[5, 10, 30].map((time) => [time, text.units.seconds(time)]), ...[1, 2, 4, 8, 15, 30].map((time) => [time * 60, text.units.minutes(time)])];
    this.panel = el("div", { class: "fields" }, this.#hint.element,
      field(text.bulb.duration, choice(times, 0, (value) => { this.#seconds = Number(value); })));
  }

  /** A camera has bulb as an exposure mode or as a shutter speed. */
  #target() {
    for (const name of ["exposure-mode", "shutter-speed"]) {
      const value = this.#host.camera.property(name)?.values?.find((one) => /^bulb$/i.test(one));
      if (value) return [name, value];
    }
    return null;
  }

  get #isBulb() {
    return ["exposure-mode", "shutter-speed"].some((name) => /^bulb$/i.test(this.#host.camera.property(name)?.value ?? ""));
  }

  get isAvailable() { return this.#isBulb || this.#target() !== null; }

  update() { this.#hint.show(this.#isBulb, text.bulb.mode, text.bulb.setMode, this.#target()); }

  async press() {
    if (this.#holding.isHeld) return this.cancel();
    if (!this.#isBulb) return showProblem(text.bulb.mode, { label: text.bulb.setMode, act: () => applySetting(this.#host.camera, ...this.#target()) });
    try {
      this.#host.setState("busy", "", text.bulb.opening);
      await this.#holding.press(this.#seconds || longest, preference("shutterFocus") && !this.#host.halfPress.isHeld);
      this.#run();
    } catch (error) {
      this.#holding.release();
      this.#host.setState("idle");
      showProblem(error.message);
    }
    return undefined;
  }

  #run() {
    const start = performance.now();
    const tick = () => {
      const elapsed = (performance.now() - start) / 1000;
      this.#host.setState("holding", clock(this.#seconds ? Math.max(0, this.#seconds - elapsed) : elapsed), text.bulb.close);
      if (this.#seconds && elapsed >= this.#seconds) this.cancel();
    };
    this.#ticker = setInterval(tick, 200);
    tick();
  }

  async cancel() {
    if (!this.#holding.isHeld) return;
    clearInterval(this.#ticker);
    this.#host.setState("idle");
    try { await this.#holding.release(this.#seconds > 0); } catch (error) { showProblem(error.message); }
  }
}
