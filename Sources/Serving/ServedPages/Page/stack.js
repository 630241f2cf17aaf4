/** Focus stacking: pictures from a near point to a far one. The lens is driven in steps, which are counted between the two points. */

import { button, el, setText } from "./dom.js";
import { choice, field, number } from "./fields.js";
import { showProblem } from "./notices.js";
import { text } from "./text.js";

/** Most steps that one request may drive. */
const mostSteps = 100;

export class Stack {
  id = "stack";
  label = text.programs.stack;
  #host;
  #amount = "medium";
  /** Steps from where the lens was first, towards far. */
  #position = 0;
  #near = null;
  #far = null;
  #pictures = 10;
  #isDriving = false;
  #summary = el("p", { class: "explanation", role: "status" });
  #buttons;

  constructor(host) {
    this.#host = host;
    const amounts = ["small", "medium", "large"].map((amount) => [amount, text.stack.amounts[amount]]);
    this.#buttons = [[-10, "near"], [-1, "near"], [1, "far"], [10, "far"]].map(([steps, direction]) =>
      button(text.stack.drive(direction, Math.abs(steps)), () => this.#drive(steps)));
    this.panel = el("div", { class: "fields stack" },
      field(text.stack.amount, choice(amounts, this.#amount, (value) => this.#setAmount(value))),
      field(text.stack.pictures, number(this.#pictures, 2, 200, (value) => { this.#pictures = value; this.update(); })),
      el("div", { class: "drive", role: "group", "aria-label": text.stack.lens }, ...this.#buttons),
      el("div", { class: "points" }, button(text.stack.setNear, () => this.#setPoint("near")), button(text.stack.setFar, () => this.#setPoint("far"))),
      this.#summary);
  }

  get isAvailable() { return this.#host.camera.can("focus drive"); }

  /** Steps of different sizes cannot be compared, so a new size removes the points. */
  #setAmount(amount) {
    this.#amount = amount;
    [this.#near, this.#far, this.#position] = [null, null, 0];
    this.update();
  }

  #setPoint(point) {
    if (point === "near") this.#near = this.#position;
    else this.#far = this.#position;
    this.update();
  }

  get #distance() { return this.#near === null || this.#far === null ? null : this.#far - this.#near; }

  /** Steps after each picture, and the number of pictures that then cover the distance. */
  #plan() {
    const distance = this.#distance;
    if (!distance) return null;
    const steps = Math.max(1, Math.round(Math.abs(distance) / (this.#pictures - 1)));
    return { steps, count: Math.ceil(Math.abs(distance) / steps) + 1, direction: distance > 0 ? "far" : "near" };
  }

  update() {
    const isBlocked = this.#isDriving || this.#host.camera.refusal !== null;
    this.#buttons.forEach((one) => { one.disabled = isBlocked; });
    setText(this.#summary, this.#sentence());
  }

  #sentence() {
    if (this.#isDriving) return text.stack.driving;
    if (this.#near === null) return text.stack.nearFirst(this.#position);
    if (this.#far === null) return text.stack.farNext(this.#position - this.#near);
    const plan = this.#plan();
    return plan ? text.stack.plan(Math.abs(this.#distance), plan.count, plan.steps) : text.stack.samePoint;
  }

  async #drive(steps) {
    this.#isDriving = true;
    this.update();
    try {
      for (let left = Math.abs(steps); left > 0; left -= mostSteps) await this.#driveOnce(Math.sign(steps) * Math.min(left, mostSteps));
    } catch (error) {
      showProblem(error.message);
      throw error;
    } finally {
      this.#isDriving = false;
      this.update();
    }
  }

  async #driveOnce(steps) {
    const body = { direction: steps < 0 ? "near" : "far", amount: this.#amount, steps: Math.abs(steps) };
    await this.#host.camera.send("POST", "focus/drive", body);
    this.#position += steps;
  }

  async press() {
    const plan = this.#plan();
    if (!plan) return showProblem(this.#sentence());
    this.#host.setState("busy", "", text.stack.driving);
    try {
      const back = this.#near - this.#position;
      if (back) await this.#drive(back);
      await this.#host.startSeries({ count: plan.count, autofocus: false, focusDirection: plan.direction, focusAmount: this.#amount, focusSteps: plan.steps });
      // After the last picture the lens moves no further than the plan.
      this.#position = this.#near + (plan.direction === "far" ? 1 : -1) * plan.steps * (plan.count - 1);
    } catch { /* Shown already. */ }
    this.#host.setState("idle");
    return undefined;
  }
}
