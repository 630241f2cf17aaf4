/** Permissions of this browser at the server, and the token. */

import { request } from "./api.js";
import { Emitter } from "./emitter.js";

class Session extends Emitter {
  value = { tokenNeeded: false, authorized: true, readOnly: false, deletion: true, saving: false, version: "" };

  async read() {
    this.#set(await request("GET", "session"));
  }

  /** @throws {Problem} The token is wrong, or too many were tried. */
  async enter(token) {
    this.#set(await request("POST", "session", { token }));
  }

  async forget() {
    await request("DELETE", "session");
    this.#set({ ...this.value, authorized: false });
  }

  get mayEnter() { return !this.value.tokenNeeded || this.value.authorized; }

  #set(value) {
    this.value = { ...this.value, ...value };
    this.emit();
  }
}

export const session = new Session();
