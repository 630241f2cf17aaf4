/** The live view of a camera, which fills its place: picture, overlays, focusing by a tap, magnifying. */

import { Analysis, drawHistogram } from "./analysis.js";
import { button, el, setText } from "./dom.js";
import { placed, turns, unturned } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { LiveStream } from "./livestream.js";
import { drawLevel, drawOverlay } from "./overlay.js";
import { preference } from "./preferences.js";
import { text } from "./text.js";

/** Time for which the mark of a tap stays, in milliseconds. */
const markTime = 3000;

export class LiveView {
  /** Called with a point of the picture, 0 to 1, and a function that receives the state of the mark. */
  onTap = null;
  #stream;
  #frame = null;
  #mark = null;
  #markTimer = 0;
  #isDrawing = false;
  #analysis = new Analysis();
  #canvas = el("canvas", { class: "picture", tabindex: "0", role: "img", "aria-label": text.live.label });
  #histogram = el("canvas", { class: "histogram", width: 256, height: 90, role: "img", "aria-label": text.live.histogram });
  #rate = el("span", { class: "rate" });
  #magnification = el("output", { class: "magnification" });
  #zoom;
  #gestures;
  #observer;
  #isPlain;

  /** @param {{rate?: number, isPlain?: boolean}} [options] A plain one is only looked at: no overlays, no magnifying. */
  constructor(camera, { rate = 30, isPlain = false } = {}) {
    this.#stream = new LiveStream(camera, rate);
    this.#isPlain = isPlain;
    if (isPlain) this.#canvas.removeAttribute("tabindex");
    this.#gestures = new Gestures(isPlain ? el("div") : this.#canvas, () => this.#fitted(), { changed: () => this.#viewChanged(), tapped: (x, y) => this.#tapped(x, y) });
    this.#zoom = el("div", { class: "zoom", role: "group", "aria-label": text.live.magnification },
      button(text.live.smaller, () => this.#gestures.magnify(1 / 1.5), { icon: "minus" }),
      this.#magnification,
      button(text.live.larger, () => this.#gestures.magnify(1.5), { icon: "plus" }),
      button(text.live.whole, () => this.#gestures.reset(), { icon: "reset", class: "whole" }));
    this.element = el("div", { class: "liveview" }, this.#canvas, ...(isPlain ? [] : [this.#histogram, this.#zoom]), this.#rate);
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(this.element);
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#stream.listen((kind, frame) => (kind === "frame" ? this.#received(frame) : this.#showStatus()));
    this.#viewChanged();
    this.preferencesChanged();
    this.#showStatus();
  }

  start() { this.#stream.start(); }

  stop() {
    this.#stream.stop();
    this.#observer.disconnect();
    clearTimeout(this.#markTimer);
    this.#frame?.image.close();
    this.#frame = null;
  }

  /** Opens the stream again when it does not run. */
  retry() { this.#stream.retry(); }

  /** Closes the stream until `retry()`, which spares the camera's battery. */
  pause() { this.#stream.stop(); }

  get isRunning() { return this.#stream.status === "running"; }

  /** Takes the overlays that are switched on from the preferences. */
  preferencesChanged() {
    this.#histogram.hidden = !preference("histogram");
    this.#draw();
  }

  // MARK: Frames

  #received(frame) {
    this.#frame?.image.close();
    this.#frame = frame;
    this.element.dataset.frame = frame.number;
    if (this.#isPlain) return this.#draw();
    const wanted = { histogram: preference("histogram"), clipping: preference("clipping"), peaking: preference("peaking") };
    if (this.#analysis.consider(frame.image, wanted) && wanted.histogram) drawHistogram(this.#histogram, this.#analysis.bins);
    return this.#draw();
  }

  #showStatus() {
    const { status, rate } = this.#stream;
    this.element.dataset.status = status;
    setText(this.#rate, status === "running" ? text.live.rate(rate) : text.live[status]);
  }

  get #turn() { return preference("rotate") ? turns[this.#frame?.orientation ?? 0] ?? 0 : 0; }

  /** The size of the picture after turning, in its own pixels. */
  #pictureSize() {
    const { width, height } = this.#frame?.image ?? { width: 3, height: 2 };
    return this.#turn % 2 ? { width: height, height: width } : { width, height };
  }

  #field() { return { width: this.element.clientWidth, height: this.element.clientHeight }; }

  #fitted() { return placed(this.#field(), this.#pictureSize(), { scale: 1, x: 0, y: 0 }); }

  #box() { return placed(this.#field(), this.#pictureSize(), this.#gestures.view); }

  #resized() {
    const { width, height } = this.#field();
    const density = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * density);
    this.#canvas.height = Math.round(height * density);
    this.#paint();
  }

  /** Paints with the next picture of the screen; several calls paint once. */
  #draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#paint();
    });
  }

  #paint() {
    const context = this.#canvas.getContext("2d");
    const density = window.devicePixelRatio || 1;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    const frame = this.#frame;
    if (!frame) return;
    const box = this.#box();
    context.imageSmoothingEnabled = this.#gestures.view.scale < 4;
    this.#paintPicture(context, box, frame.image);
    if (this.#isPlain) return;
    if (this.#analysis.marks && (preference("clipping") || preference("peaking"))) this.#paintPicture(context, box, this.#analysis.marks);
    const options = { focusAreas: preference("focusAreas"), grid: preference("grid"), guide: preference("guide") };
    drawOverlay(context, box, { frame, turn: this.#turn, options, mark: this.#mark });
    if (preference("level")) drawLevel(context, this.#field(), frame.roll, frame.pitch);
  }

  #paintPicture(context, box, image) {
    const turn = this.#turn;
    const [width, height] = turn % 2 ? [box.height, box.width] : [box.width, box.height];
    context.save();
    context.translate(box.x + box.width / 2, box.y + box.height / 2);
    context.rotate((turn * Math.PI) / 2);
    context.drawImage(image, -width / 2, -height / 2, width, height);
    context.restore();
  }

  // MARK: Magnifying and tapping

  #viewChanged() {
    const { scale } = this.#gestures.view;
    setText(this.#magnification, text.live.times(scale));
    this.#zoom.classList.toggle("magnified", scale > 1);
    this.#draw();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      "+": () => this.#gestures.magnify(1.5),
      "=": () => this.#gestures.magnify(1.5),
      "-": () => this.#gestures.magnify(1 / 1.5),
      0: () => this.#gestures.reset(),
      ArrowLeft: () => this.#gestures.shift(0.1, 0),
      ArrowRight: () => this.#gestures.shift(-0.1, 0),
      ArrowUp: () => this.#gestures.shift(0, 0.1),
      ArrowDown: () => this.#gestures.shift(0, -0.1),
      Enter: () => this.#tapped(this.element.clientWidth / 2, this.element.clientHeight / 2),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  #tapped(x, y) {
    if (!this.#frame || !this.onTap) return;
    const box = this.#box();
    const point = { x: (x - box.x) / box.width, y: (y - box.y) / box.height };
    if (point.x < 0 || point.x > 1 || point.y < 0 || point.y > 1) return;
    const mark = { ...point, state: "waiting" };
    this.#mark = mark;
    clearTimeout(this.#markTimer);
    this.onTap(unturned(point, this.#turn), (state) => this.#markChanged(mark, state));
    this.#markState();
  }

  #markChanged(mark, state) {
    if (this.#mark !== mark) return;
    mark.state = state;
    clearTimeout(this.#markTimer);
    this.#markTimer = setTimeout(() => {
      this.#mark = null;
      this.#markState();
    }, markTime);
    this.#markState();
  }

  #markState() {
    this.element.dataset.mark = this.#mark?.state ?? "";
    this.#draw();
  }

  /** The areas of the newest frame, for cameras that select one instead of a point. */
  get areas() { return this.#frame?.areas ?? []; }
}
