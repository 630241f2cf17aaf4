/** One camera on the whole page. */

import { openAllSettings } from "./allsettings.js";
import { announce, button, el, icon, setText, usesKeys } from "./dom.js";
import { Camera } from "./camera.js";
import { askCamera } from "./questions.js";
import { openInformation } from "./information.js";
import { LiveView } from "./liveview.js";
import { showProblem } from "./notices.js";
import { openOverlays } from "./overlaymenu.js";
import { PictureList, PictureStrip } from "./pictures.js";
import { preference } from "./preferences.js";
import { Release } from "./release.js";
import { go, listHash, cameraHash } from "./route.js";
import { SettingsBar } from "./settings.js";
import { statusParts } from "./status.js";
import { Tethering } from "./tethering.js";
import { text } from "./text.js";
import { Viewer } from "./viewer.js";

export class CameraView {
  #camera;
  #live = null;
  #settings;
  #release;
  #pictures;
  #viewer = null;
  #allSettings = null;
  #question;
  #isLiveWanted = true;
  #name = el("h1");
  #status = el("p", { class: "status" });
  #stage = el("section", { class: "stage", "aria-label": text.live.title });
  #obstacle = el("div", { class: "obstacle", hidden: true });
  #obstacleText = el("p", { role: "status" });
  #spaceHeld = false;

  constructor(description) {
    const camera = new Camera(description);
    this.#camera = camera;
    this.#settings = new SettingsBar(camera);
    this.#release = new Release(camera);
    this.#release.onProgram = (program) => this.#settings.setVideo(program === "video");
    this.#settings.setVideo(this.#release.program === "video");
    this.#pictures = new PictureList(camera);
    const strip = new PictureStrip(camera, this.#pictures, (id) => go(cameraHash(camera.identifier, "picture", id)), [
      new Tethering(camera).element,
      el("a", { class: "button quiet narrow-only", href: cameraHash(camera.identifier), "aria-label": text.close }, icon("close")),
    ]);
    this.#release.leftPlace.append(strip.newestButton);
    this.#question = askCamera(camera);
    this.element = el("div", { class: "camera" }, this.#header(), el("main", { class: "work" }, this.#makeStage(), this.#settings.element,
      el("div", { class: "side" }, strip.element, this.#release.element)));
    camera.listen((kind, ...details) => this.#changed(kind, ...details));
    this.#keys = { down: (event) => this.#keyDown(event), up: (event) => this.#keyUp(event) };
    document.addEventListener("keydown", this.#keys.down);
    document.addEventListener("keyup", this.#keys.up);
    this.#showConnection();
  }

  #keys;

  stop() {
    document.removeEventListener("keydown", this.#keys.down);
    document.removeEventListener("keyup", this.#keys.up);
    this.#closeViewer();
    this.#allSettings?.close();
    this.#question.stop();
    this.#release.stop();
    this.#live?.stop();
    this.#camera.close();
  }

  /** Opens the part of the camera that the address names: a picture, all settings, or the list of pictures. */
  show([part, detail]) {
    this.element.dataset.part = part ?? "";
    if (part === "picture") this.#view(detail);
    else this.#closeViewer();
    if (part === "settings") this.#allSettings ??= openAllSettings(this.#camera, () => this.#closedSettings());
    else this.#allSettings?.close();
  }

  /** Continues after the page was hidden, or the server was away. */
  retry() {
    if (this.#camera.connection === "connected") this.#camera.refresh();
    else this.#camera.connect();
    this.#live?.retry();
  }

  /** Releases the half press when the page is hidden, because its button is out of sight. */
  hidden() {
    this.#release.halfPress.release();
    this.#live?.pause();
  }

  // MARK: Parts

  #header() {
    const toSettings = () => go(cameraHash(this.#camera.identifier, "settings"));
    return el("header", { class: "bar" },
      el("a", { class: "button quiet", href: listHash, "aria-label": text.camera.back, title: text.camera.back }, icon("back")),
      el("div", { class: "title" }, this.#name, this.#status), this.#release.badge,
      el("nav", { "aria-label": text.camera.more },
        el("a", { class: "button quiet narrow-only", href: cameraHash(this.#camera.identifier, "pictures"), "aria-label": text.pictures.title }, icon("pictures")),
        button(text.settings.all, toSettings, { icon: "settings", class: "quiet" }),
        button(text.information.title, () => openInformation(this.#camera), { icon: "information", class: "quiet" }),
        document.fullscreenEnabled ? button(text.fullscreen, toggleFullscreen, { icon: "fullscreen", class: "quiet wide-only" }) : null,
        button(text.help.title, () => import("./help.js").then((help) => help.openHelp()), { icon: "help", class: "quiet" })));
  }

  #makeStage() {
    const overlays = button(text.overlays.title, () => openOverlays({
      changed: () => this.#live?.preferencesChanged(),
      isLive: this.#isLiveWanted,
      setLive: (value) => { this.#isLiveWanted = value; this.#showLive(); },
      camera: this.#camera,
    }), { icon: "overlays", class: "overlays-button" });
    this.#obstacle.append(this.#obstacleText, button(text.camera.retry, () => this.retry()));
    this.#stage.append(this.#obstacle, overlays);
    return this.#stage;
  }

  // MARK: Changes

  #changed(kind, ...details) {
    switch (kind) {
    case "connection": this.#showConnection(); break;
    case "information": this.#showLive(); this.#live?.retry(); this.#pictures.read(); break;
    case "notice": showProblem(details[0]); return;
    case "focus": case "item": case "tethering": case "authentication": return;
    default: break;
    }
    this.#showStatus();
    this.#settings.update();
    this.#release.update();
  }

  #showConnection() {
    const { connection, reason } = this.#camera;
    const sentence = connection === "lost" ? text.camera.lostSentence(reason, this.#camera.isRetrying) : connection === "connecting" ? text.camera.connecting : "";
    this.#obstacle.hidden = sentence === "";
    this.#obstacle.lastChild.hidden = connection !== "lost";
    setText(this.#obstacleText, sentence);
    this.element.dataset.connection = connection;
    if (connection === "connected" && document.visibilityState === "visible") this.#live?.retry();
    this.#showStatus();
  }

  #showStatus() {
    setText(this.#name, this.#camera.name);
    document.title = text.pageTitle(this.#camera.name);
    const parts = this.#camera.connection === "connected" ? statusParts(this.#camera) : [];
    const key = JSON.stringify(parts);
    if (this.#status.dataset.key === key) return;
    this.#status.dataset.key = key;
    this.#status.replaceChildren(...parts.map(({ icon: name, value, label, isLow }) =>
      el("span", { class: isLow ? "low" : "", title: label }, icon(name), el("span", { class: "visually-hidden", text: label }), el("span", { text: value }))));
  }

  #showLive() {
    const isWanted = this.#isLiveWanted && this.#camera.can("live view");
    if (isWanted && !this.#live) {
      this.#live = new LiveView(this.#camera.identifier);
      if (this.#camera.can("touch focus") || this.#camera.can("focus areas")) this.#live.onTap = (point, mark) => this.#focusAt(point, mark);
      this.#stage.prepend(this.#live.element);
      this.#live.start();
    } else if (!isWanted && this.#live) {
      this.#live.stop();
      this.#live.element.remove();
      this.#live = null;
    }
    this.#stage.dataset.live = this.#camera.information === null ? "" : isWanted ? "on" : text.live.off;
  }

  // MARK: Focusing by a tap

  async #focusAt(point, mark) {
    if (this.#camera.refusal) {
      mark("failed");
      return showProblem(this.#camera.refusal);
    }
    try {
      const isFound = this.#camera.can("touch focus") ? await this.#focusPoint(point) : await this.#focusArea(point);
      mark(isFound ? "found" : "set");
      return announce(isFound ? text.focus.found : text.focus.set);
    } catch (error) {
      mark("failed");
      return showProblem(error.message);
    }
  }

  /** Focuses at a point. Cameras that report focus areas confirm focus in one of them, at the latest some frames later. */
  async #focusPoint(point) {
    await this.#camera.send("POST", "focus/point", point);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (this.#live?.areas.some((area) => area.focused)) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }

  async #focusArea(point) {
    const distance = (area) => Math.hypot(area.x + area.width / 2 - point.x, area.y + area.height / 2 - point.y);
    const areas = this.#live.areas;
    const index = areas.reduce((best, area, each) => (best < 0 || distance(area) < distance(areas[best]) ? each : best), -1);
    if (index >= 0) await this.#camera.send("PUT", "focus/area", { index });
    return (await this.#camera.send("POST", "focus/auto")).focused;
  }

  // MARK: Pictures and settings

  #view(identifier) {
    const camera = this.#camera;
    this.#viewer ??= new Viewer(camera, this.#pictures, (id) => go(cameraHash(camera.identifier, "picture", id), true), () => this.#closedViewer());
    this.#viewer.open(identifier);
  }

  #closedViewer() {
    if (location.hash.includes("/picture/")) go(cameraHash(this.#camera.identifier));
  }

  #closeViewer() {
    const viewer = this.#viewer;
    this.#viewer = null;
    viewer?.close();
  }

  #closedSettings() {
    this.#allSettings = null;
    if (location.hash.endsWith("/settings")) go(cameraHash(this.#camera.identifier));
  }

  // MARK: Keys

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      if (this.#spaceHeld) this.#release.halfPress.release();
      this.#spaceHeld = false;
      this.#release.cancel();
      return;
    }
    if (!preference("shortcuts") || usesKeys(event.target) || event.repeat) return;
    const actions = {
      " ": () => this.#spaceDown(),
      f: () => this.#camera.can("half press") && this.#release.halfPress.toggle(),
      s: () => go(cameraHash(this.#camera.identifier, "settings")),
      "?": () => import("./help.js").then((help) => help.openHelp()),
    };
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Like the button of a camera: halfway while it is down, a picture when it is released. */
  #spaceDown() {
    this.#spaceHeld = true;
    if (this.#release.program === "burst") this.#release.press();
    else if (this.#release.program === "single" && this.#camera.can("half press") && preference("shutterFocus") && !this.#camera.refusal) this.#release.halfPress.press();
  }

  async #keyUp(event) {
    if (event.key !== " " || !this.#spaceHeld) return;
    this.#spaceHeld = false;
    event.preventDefault();
    if (this.#release.program === "burst") return this.#release.unpress();
    const { halfPress } = this.#release;
    await halfPress.settled();
    await this.#release.press();
    return halfPress.release();
  }
}

function toggleFullscreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}
