/** Requests to the server. */

import { Emitter } from "./emitter.js";
import { text } from "./text.js";

const root = "/api/v1/";

/** An error that the server or the connection to it reported; `message` is a sentence for people. */
export class Problem extends Error {
  constructor(message, status = 0, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The server could not be reached, or something between it and the browser could not reach it. */
  get isOffline() { return this.status === 0 || [502, 504].includes(this.status) && this.code === ""; }
}

/** Emits when a request was refused because the token is missing. */
export const unauthorized = new Emitter();

/**
 * Sends a request and returns the JSON of the answer.
 * @throws {Problem}
 */
export async function request(method, path, body, { signal } = {}) {
  // A release that is sent while the page is closed still arrives.
  const options = { method, signal, headers: {}, cache: "no-store", keepalive: method === "DELETE" };
  if (method !== "GET") {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body ?? {});
  }
  let response;
  try {
    response = await fetch(root + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(text.problems.offline);
  }
  const answer = await contents(response);
  if (response.ok) return answer;
  if (response.status === 401 && path !== "session") unauthorized.emit();
  throw new Problem(sentence(answer, response), response.status, answer?.code ?? "");
}

async function contents(response) {
  try {
    const body = await response.text();
    return body ? JSON.parse(body) : null;
  } catch { return null; }
}

function sentence(answer, response) {
  return answer?.detail || answer?.title || text.problems.status(response.status);
}

/** The path of a camera, or of something of it. */
export function cameraPath(identifier, rest = "") {
  return `cameras/${encodeURIComponent(identifier)}${rest ? `/${rest}` : ""}`;
}

/** The address of a file, its thumbnail or its preview, for an element that loads it. */
export function fileAddress(camera, file, part = "") {
  return `${root}${cameraPath(camera, `files/${encodeURIComponent(file)}`)}${part ? `/${part}` : ""}`;
}

/** The address of the events of all cameras. */
export const eventsAddress = `${root}events`;

/** The address of the WebSocket of live view. */
export function liveViewAddress(camera, rate) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${root}${cameraPath(camera, "live-view")}?rate=${rate}`;
}
