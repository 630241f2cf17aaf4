/** Saving new pictures into a folder of the server. */

import { el } from "./dom.js";
import { toggle } from "./fields.js";
import { showProblem } from "./notices.js";
import { session } from "./session.js";
import { text } from "./text.js";

export class Tethering {
  #camera;
  #input;

  constructor(camera) {
    this.#camera = camera;
    const label = toggle(text.tethering.label, false, (isOn) => this.#set(isOn));
    this.#input = label.firstChild;
    this.element = el("div", { class: "tethering", hidden: !session.value.saving }, label);
    if (session.value.saving) camera.listen((kind) => { if (["information", "tethering", "connection"].includes(kind)) this.#read(); });
  }

  async #read() {
    this.#input.disabled = this.#camera.refusal !== null;
    try { this.#show(await this.#camera.send("GET", "tethering")); } catch { /* The camera is away, which the page shows already. */ }
  }

  #show(tethering) {
    this.#input.checked = tethering.state === "running";
    this.element.title = tethering.folder ?? "";
    if (tethering.state === "failed" && tethering.detail) showProblem(tethering.detail);
  }

  async #set(isOn) {
    try {
      this.#show(await this.#camera.send(isOn ? "PUT" : "DELETE", "tethering"));
    } catch (error) {
      this.#input.checked = !isOn;
      showProblem(error.message);
    }
  }
}
