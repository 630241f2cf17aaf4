/** Taking pictures: the programs, the shutter button, and half press. */

import { Bracket } from "./bracket.js";
import { announce, button, el, setAttribute, setText } from "./dom.js";
import { HalfPress } from "./halfpress.js";
import { Bulb, Burst } from "./hold.js";
import { Interval } from "./interval.js";
import { clearProblems, showProblem } from "./notices.js";
import { preference, setPreference } from "./preferences.js";
import { SeriesCard } from "./seriescard.js";
import { Single } from "./single.js";
import { Stack } from "./stack.js";
import { text } from "./text.js";
import { Video } from "./video.js";

/** Shows which files of a picture the camera announced and did not deliver. */
export function showUnreadable(files) {
  for (const file of files) if (file.error) showProblem(text.shutter.unreadable(file.file, file.error));
}

export class Release {
  /** Called when the program changes. */
  onProgram = null;
  #programs;
  #program;
  #tabs = el("div", { class: "tabs", role: "tablist", "aria-label": text.programs.label });
  #panel = el("div", { class: "panel", role: "tabpanel", id: "program", tabindex: "-1" });
  #shutterText = el("span", { class: "count", "aria-hidden": "true" });
  #shutter = el("button", { type: "button", class: "shutter" }, el("span", { class: "ring", "aria-hidden": "true" }), this.#shutterText);
  #focus = el("button", { type: "button", class: "focus", "aria-pressed": "false", title: text.focus.hint }, el("span", { text: text.focus.button }));
  #series;
  #isPointed = false;
  #state = "idle";

  constructor(camera) {
    this.camera = camera;
    this.halfPress = new HalfPress(camera);
    this.#series = new SeriesCard(camera);
    this.#programs = [Single, Burst, Bulb, Bracket, Stack, Interval, Video].map((Program) => new Program(this));
    this.#program = this.#programs[0];
    this.element = el("section", { class: "release", "aria-label": text.release }, this.#series.element, this.#panel, this.#tabs,
      el("div", { class: "buttons" }, el("span", { class: "left" }), this.#shutter, this.#focus));
    this.halfPress.listen(() => this.#showFocus());
    this.#listenToFocus();
    this.#listenToShutter();
    this.setState("idle");
    this.update();
  }

  /** Place of the newest picture on phones. */
  get leftPlace() { return this.element.querySelector(".left"); }

  /** The sign that the camera records. */
  get badge() { return this.#programs.at(-1).badge; }

  get program() { return this.#program.id; }

  stop() {
    this.halfPress.release();
    this.#series.stop();
    this.#program.cancel?.();
    this.#programs.at(-1).stop();
  }

  // MARK: Programs

  update() {
    const available = this.#programs.filter((program) => this.#isPossible(program));
    const wanted = available.find((program) => program.id === preference("program")) ?? available[0] ?? this.#programs[0];
    if (wanted !== this.#program || !this.#panel.firstChild) this.#select(wanted);
    this.element.hidden = this.camera.information !== null && available.length === 0;
    this.#showTabs(available);
    this.#programs.forEach((program) => program.update?.());
    this.#series.update();
    this.#showAvailability();
  }

  /** Programs that the camera does not support are not shown. */
  #isPossible(program) {
    const { camera } = this;
    if (camera.information === null) return program.id === "single";
    return (program.id === "video" || camera.can("shutter control") || camera.isUsedFor("stills shooting")) && program.isAvailable;
  }

  #select(program) {
    if (this.#program !== program && this.#state !== "recording") this.#program.cancel?.();
    this.#program = program;
    this.#panel.replaceChildren(program.panel);
    this.#panel.setAttribute("aria-label", program.label);
    this.element.dataset.program = program.id;
    this.onProgram?.(program.id);
  }

  #showTabs(available) {
    const key = available.map((program) => program.id).join();
    if (this.#tabs.dataset.key !== key) {
      this.#tabs.dataset.key = key;
      this.#tabs.replaceChildren(...available.map((program) => this.#tab(program)));
      requestAnimationFrame(() => this.#revealTab());
    }
    for (const tab of this.#tabs.children) {
      const isSelected = tab.dataset.program === this.#program.id;
      tab.setAttribute("aria-selected", String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
    }
  }

  #tab(program) {
    return el("button", {
      type: "button", role: "tab", text: program.label, data: { program: program.id }, "aria-controls": "program",
      on: { click: () => this.choose(program.id), keydown: (event) => this.#tabKey(event) },
    });
  }

  /** Changes to a program. Not while the shutter is held or video is recorded, which the button then ends. */
  choose(id) {
    if (["holding", "recording", "counting"].includes(this.#state)) return;
    setPreference("program", id);
    this.update();
    this.#revealTab();
  }

  #revealTab() {
    this.#tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  #tabKey(event) {
    const tabs = [...this.#tabs.children];
    const index = tabs.indexOf(event.currentTarget);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    this.choose(tab.dataset.program);
    tab.focus();
  }

  // MARK: The shutter button

  /** Sets the state of the button: `idle`, `busy`, `counting`, `holding` or `recording`. */
  setState(state, count = "", label = null) {
    this.#state = state;
    this.element.dataset.state = state;
    setText(this.#shutterText, count);
    const usual = this.#program.isHeld ? text.shutter.hold : this.#program.id === "video" ? text.video.start : text.shutter[this.#program.id] ?? text.shutter.single;
    setAttribute(this.#shutter, "aria-label", label ?? usual);
    setAttribute(this.#shutter, "aria-busy", state === "busy" ? "true" : null);
    this.#showAvailability();
  }

  #showAvailability() {
    const { camera } = this;
    const isStopping = ["holding", "recording", "counting"].includes(this.#state);
    const refusal = camera.refusal ?? (camera.runningSeries ? text.series.running : null);
    setAttribute(this.#shutter, "aria-disabled", refusal && !isStopping ? "true" : null);
    setAttribute(this.#shutter, "title", refusal ?? "");
    this.#focus.hidden = !camera.can("half press");
    this.#focus.disabled = refusal !== null;
    this.#refusal = isStopping ? null : refusal;
  }

  #refusal = null;

  #listenToShutter() {
    const shutter = this.#shutter;
    shutter.addEventListener("pointerdown", (event) => {
      this.#isPointed = true;
      if (!this.#program.isHeld || event.button > 0) return;
      try { shutter.setPointerCapture(event.pointerId); } catch { /* The pointer has gone already. */ }
      this.press();
    });
    for (const kind of ["pointerup", "pointercancel"]) shutter.addEventListener(kind, () => this.#program.isHeld && this.unpress());
    shutter.addEventListener("contextmenu", (event) => event.preventDefault());
    shutter.addEventListener("keydown", (event) => this.#shutterKey(event, () => this.press()));
    shutter.addEventListener("keyup", (event) => this.#shutterKey(event, () => this.unpress()));
    shutter.addEventListener("click", () => this.#clicked());
  }

  /** Keys hold the button too. */
  #shutterKey(event, act) {
    if (!this.#program.isHeld || ![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    if (!event.repeat) act();
  }

  /** A click of assistive technology has no pointer and no key: it then presses, and the next one releases. */
  #clicked() {
    const wasPointed = this.#isPointed;
    this.#isPointed = false;
    if (!this.#program.isHeld) return this.press();
    if (wasPointed) return undefined;
    return this.#state === "holding" ? this.unpress() : this.press();
  }

  /** Presses the shutter button. */
  press() {
    if (this.#state === "busy") return undefined;
    if (this.#refusal) return showProblem(this.#refusal);
    return this.#program.press();
  }

  /** Releases it, which matters for programs that hold it. */
  unpress() { if (this.#program.isHeld) this.#program.release(); }

  /** Ends a countdown or an exposure; returns whether there was one. */
  cancel() {
    if (!["counting", "holding"].includes(this.#state)) return false;
    this.#program.cancel?.();
    return true;
  }

  // MARK: Requests of the programs

  /** Takes pictures, and shows when they are there. */
  async shoot(body) {
    const autofocus = preference("shutterFocus") && !this.halfPress.isHeld;
    this.setState("busy", "", text.shutter.busy);
    try {
      const files = await this.camera.send("POST", "shoot", { autofocus, ...body });
      clearProblems();
      announce(text.shutter.taken(files.map((file) => file.file)));
      showUnreadable(files);
      // The events report these files too, unless they are interrupted.
      files.forEach((file) => this.camera.emit("item", "item-added", { id: file.id }));
    } catch (error) {
      showProblem(error.message, this.#remedy(error, body));
    }
    this.setState("idle");
  }

  #remedy(error, body) {
    if (error.code !== "focusFailed") return undefined;
    return { label: text.focus.without, act: () => this.shoot({ ...body, autofocus: false }) };
  }

  /** Starts a series at the server. @throws {Problem} It was shown already. */
  async startSeries(body) {
    try {
      await this.camera.send("POST", "series", body);
      clearProblems();
    } catch (error) {
      showProblem(error.message);
      throw error;
    } finally {
      await this.camera.readSeries();
    }
  }

  // MARK: Half press

  #listenToFocus() {
    const focus = this.#focus;
    let isPointed = false;
    focus.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      isPointed = true;
      try { focus.setPointerCapture(event.pointerId); } catch { /* The pointer has gone already. */ }
      this.halfPress.press();
    });
    for (const kind of ["pointerup", "pointercancel"]) focus.addEventListener(kind, () => this.halfPress.release());
    focus.addEventListener("contextmenu", (event) => event.preventDefault());
    focus.addEventListener("click", () => {
      // With a pointer it is held; with a key it toggles.
      if (!isPointed) this.halfPress.toggle();
      isPointed = false;
    });
  }

  #showFocus() {
    const { state } = this.halfPress;
    this.#focus.dataset.state = state;
    this.#focus.setAttribute("aria-pressed", String(state !== "released"));
  }
}
