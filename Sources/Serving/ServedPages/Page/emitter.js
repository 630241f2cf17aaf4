/** Notifies listeners of changes. */
export class Emitter {
  #listeners = new Set();

  /** Adds a listener; the result removes it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls each listener. The error of a listener is logged, and the rest are called. */
  emit(...values) {
    for (const listener of [...this.#listeners]) {
      try { listener(...values); } catch (error) { console.error(error); }
    }
  }
}

/** Delays that grow from one second to 15, with some randomness so that several clients do not return at the same moment. */
export class BackOff {
  #attempt = 0;

  /** The next delay in milliseconds. */
  next() {
    const delay = Math.min(15000, 1000 * 1.7 ** this.#attempt);
    this.#attempt += 1;
    return delay * (0.8 + 0.4 * Math.random());
  }

  reset() { this.#attempt = 0; }
}
