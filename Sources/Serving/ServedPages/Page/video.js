/** Recording video, with the elapsed and the remaining time. */

import { el, setText } from "./dom.js";
import { clock } from "./names.js";
import { showProblem } from "./notices.js";
import { text } from "./text.js";

export class Video {
  id = "video";
  label = text.programs.video;
  /** The sign that the camera records, for the bar of the page. */
  badge = el("span", { class: "recording", hidden: true });
  #host;
  #ticker = 0;
  #times = el("p", { class: "explanation" });

  constructor(host) {
    this.#host = host;
    this.panel = el("div", { class: "fields" }, this.#times);
  }

  get isAvailable() { return this.#host.camera.can("video recording"); }

  /** Follows the camera, because a recording may also be started at its body or by another client. */
  update() {
    const { recording } = this.#host.camera.state;
    if (recording && !this.#ticker) {
      this.#ticker = setInterval(() => this.#show(), 250);
    } else if (!recording && this.#ticker) {
      this.stop();
      this.#host.setState("idle");
    }
    this.#show();
  }

  #show() {
    const { state, stateAge } = this.#host.camera;
    this.badge.hidden = !state.recording;
    if (!state.recording) return setText(this.#times, text.video.explanation);
    const elapsed = state.recordedSeconds === undefined ? "" : clock(state.recordedSeconds + stateAge);
    setText(this.badge, text.video.badge(elapsed));
    this.#host.setState("recording", elapsed, text.video.stop);
    const isKnown = state.remainingSeconds !== undefined;
    return setText(this.#times, isKnown ? text.video.remaining(clock(state.remainingSeconds - stateAge)) : text.video.recording);
  }

  /** Stops the clock, not the recording. */
  stop() {
    clearInterval(this.#ticker);
    this.#ticker = 0;
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
