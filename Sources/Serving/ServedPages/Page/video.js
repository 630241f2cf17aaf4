/** Recording video, with the elapsed and the remaining time. */

import { el, setText } from "./dom.js";
import { clock } from "./names.js";
import { showProblem } from "./notices.js";
import { text } from "./text.js";

export class Video {
  id = "video";
  label = text.programs.video;
  #host;
  #start = 0;
  #ticker = 0;
  #remaining = el("p", { class: "explanation" });

  constructor(host) {
    this.#host = host;
    this.panel = el("div", { class: "fields" }, this.#remaining);
  }

  get isAvailable() { return this.#host.camera.can("video recording"); }

  /** Follows the camera, whose recording may also be started at its body or elsewhere. */
  update() {
    const { recording, recordedSeconds } = this.#host.camera.state;
    if (recording && recordedSeconds !== undefined) this.#start = performance.now() - recordedSeconds * 1000;
    if (recording && !this.#ticker) {
      this.#start ||= performance.now();
      this.#ticker = setInterval(() => this.#show(), 250);
    } else if (!recording && this.#ticker) this.cancelTicker();
    this.#show();
  }

  #show() {
    const { recording, remainingSeconds } = this.#host.camera.state;
    if (recording) this.#host.setState("recording", clock((performance.now() - this.#start) / 1000), text.video.stop);
    const isKnown = recording && remainingSeconds !== undefined;
    setText(this.#remaining, isKnown ? text.video.remaining(clock(remainingSeconds)) : recording ? text.video.recording : text.video.explanation);
  }

  cancelTicker() {
    clearInterval(this.#ticker);
    [this.#ticker, this.#start] = [0, 0];
    this.#host.setState("idle");
  }

  async press() {
    const { camera } = this.#host;
    const isRecording = camera.state.recording;
    this.#host.setState("busy", "", isRecording ? text.video.stopping : text.video.starting);
    try {
      await camera.send("POST", isRecording ? "video/stop" : "video/start");
    } catch (error) {
      showProblem(error.message);
    }
    this.#host.setState("idle");
    await camera.readState();
    this.update();
  }
}
