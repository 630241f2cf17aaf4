/** The frames of a camera's live view, by a WebSocket that is opened again when it closes. */

import { liveViewAddress } from "./api.js";
import { BackOff, Emitter } from "./emitter.js";
import { parseFrame } from "./frame.js";

/** Time without a frame after which live view has stalled, and after which it is opened again, in milliseconds. */
const [stallTime, reopenTime] = [2000, 10000];

/** Emits `("frame", frame)`, whose `image` is decoded, and `("status")`. A frame that arrives while another is decoded replaces the one that waits. */
export class LiveStream extends Emitter {
  /** `opening`, `running`, `stalled` or `closed`. */
  status = "opening";
  /** Frames in the last second. */
  rate = 0;
  #address;
  #socket = null;
  #waiting = null;
  #isDecoding = false;
  #times = [];
  #backOff = new BackOff();
  #timer = 0;
  #watch = 0;
  #isWanted = false;
  /** Time of the newest frame, or of opening. */
  #last = 0;

  constructor(camera, rate = 30) {
    super();
    this.#address = liveViewAddress(camera, rate);
  }

  start() {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#watch = setInterval(() => this.#measure(), 500);
    this.#open();
  }

  stop() {
    this.#isWanted = false;
    clearInterval(this.#watch);
    this.#close();
  }

  /** Opens it again without the delay, unless frames arrive. */
  retry() {
    if (!this.#isWanted) return this.start();
    if (this.status !== "closed") return undefined;
    this.#backOff.reset();
    this.#reopen();
    return undefined;
  }

  #reopen() {
    this.#close();
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    this.#last = performance.now();
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = (message) => this.#received(message.data);
    socket.onclose = () => this.#closed(socket);
  }

  #close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#waiting = null;
    socket?.close();
  }

  #closed(socket) {
    if (socket !== this.#socket || !this.#isWanted) return;
    this.#setStatus("closed");
    this.#timer = setTimeout(() => this.#open(), this.#backOff.next());
  }

  #received(data) {
    const frame = parseFrame(data);
    if (!frame) return;
    this.#last = performance.now();
    this.#times.push(this.#last);
    this.#backOff.reset();
    this.#waiting = frame;
    if (!this.#isDecoding) this.#decode();
  }

  async #decode() {
    this.#isDecoding = true;
    while (this.#waiting) {
      const frame = this.#waiting;
      this.#waiting = null;
      try {
        frame.image = await createImageBitmap(frame.jpeg);
        if (!this.#isWanted) { frame.image.close(); break; }
        this.#setStatus("running");
        this.emit("frame", frame);
      } catch { /* A damaged frame is skipped; the next one follows. */ }
    }
    this.#isDecoding = false;
  }

  #measure() {
    const now = performance.now();
    this.#times = this.#times.filter((time) => time > now - 1000);
    this.rate = this.#times.length;
    if (now - this.#last > stallTime && this.status === "running") this.status = "stalled";
    // The socket of a phone that slept may be dead without being closed.
    if (now - this.#last > reopenTime && this.status !== "closed") this.#reopen();
    this.emit("status");
  }

  #setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.emit("status");
  }
}
