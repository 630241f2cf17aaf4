/** Tapping, dragging, pinching and turning the wheel on a picture that can be magnified. */

import { limited, magnified } from "./geometry.js";

const tapDistance = 10;
const doubleTapTime = 300;

/** Keeps a view of a picture, and calls `changed()` when it has changed and `tapped(x, y)` for a tap, in pixels of the element. */
export class Gestures {
  view = { scale: 1, x: 0, y: 0 };
  #element;
  #fitted;
  #handlers;
  #pointers = new Map();
  #start = null;
  #lastTap = null;
  #tapTimer = 0;

  /**
   * @param {HTMLElement} element
   * @param {() => {width:number,height:number}} fitted The size of the picture without magnification.
   * @param {{changed: Function, tapped?: Function, swiped?: Function}} handlers
   */
  constructor(element, fitted, handlers) {
    this.#element = element;
    this.#fitted = fitted;
    this.#handlers = handlers;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** Magnifies by a factor around the middle. */
  magnify(factor) { this.#set(magnified(this.view, this.view.scale * factor, 0, 0)); }

  reset() { this.#set({ scale: 1, x: 0, y: 0 }); }

  /** Shifts the picture, in parts of its size. */
  shift(x, y) { this.#set(limited({ ...this.view, x: this.view.x + x, y: this.view.y + y })); }

  #set(view) {
    this.view = view;
    this.#handlers.changed();
  }

  #position(event) {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** A position relative to the middle, in parts of the fitted size. */
  #relative({ x, y }) {
    const size = this.#fitted();
    return { x: (x - this.#element.clientWidth / 2) / size.width, y: (y - this.#element.clientHeight / 2) / size.height };
  }

  #down(event) {
    // Capturing the pointer would take the click from a button on the picture.
    if (event.button > 0 || event.target.closest?.("button")) return;
    try { this.#element.setPointerCapture(event.pointerId); } catch { /* The pointer has gone already. */ }
    this.#pointers.set(event.pointerId, this.#position(event));
    const isSingle = this.#pointers.size === 1;
    this.#start = { ...this.#spread(), view: this.view, isTap: isSingle, origin: this.#position(event) };
  }

  /** The middle of the pointers and their distance. */
  #spread() {
    const points = [...this.#pointers.values()];
    const last = points.at(-1);
    const middle = { x: (points[0].x + last.x) / 2, y: (points[0].y + last.y) / 2 };
    return { middle, distance: Math.hypot(points[0].x - last.x, points[0].y - last.y) };
  }

  #move(event) {
    if (!this.#pointers.has(event.pointerId) || !this.#start) return;
    this.#pointers.set(event.pointerId, this.#position(event));
    const { middle, distance } = this.#spread();
    const start = this.#start;
    if (Math.hypot(middle.x - start.middle.x, middle.y - start.middle.y) > tapDistance) start.isTap = false;
    if (start.isTap) return;
    const scale = this.#pointers.size > 1 && start.distance > 0 ? start.view.scale * distance / start.distance : start.view.scale;
    const from = this.#relative(start.middle);
    const to = this.#relative(middle);
    const view = magnified(start.view, scale, from.x, from.y);
    this.#set(limited({ ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }));
  }

  #up(event) {
    if (!this.#pointers.delete(event.pointerId) || !this.#start) return;
    const start = this.#start;
    if (this.#pointers.size > 0) {
      this.#start = { ...this.#spread(), view: this.view, isTap: false, origin: start.origin };
      return;
    }
    this.#start = null;
    if (start.isTap) this.#tapped(this.#position(event));
    else if (this.view.scale === 1 && start.view.scale === 1) this.#swiped(start.origin, this.#position(event));
  }

  #swiped(from, to) {
    const [x, y] = [to.x - from.x, to.y - from.y];
    if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) this.#handlers.swiped?.(x);
  }

  /** A tap waits for a second one only while the picture is magnified, because focusing should not wait otherwise. */
  #tapped(position) {
    const now = performance.now();
    const isSecond = this.#lastTap !== null && now - this.#lastTap < doubleTapTime;
    clearTimeout(this.#tapTimer);
    this.#lastTap = isSecond ? null : now;
    if (isSecond && this.view.scale > 1) return this.reset();
    const act = () => this.#handlers.tapped?.(position.x, position.y);
    if (this.view.scale === 1) return act();
    this.#tapTimer = setTimeout(act, doubleTapTime);
    return undefined;
  }

  #wheel(event) {
    event.preventDefault();
    const point = this.#relative(this.#position(event));
    const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.#set(magnified(this.view, this.view.scale * Math.exp(-lines / 400), point.x, point.y));
  }
}
