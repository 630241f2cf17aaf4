/** One camera: its last known state, and the requests that change it. */

import { cameraPath, request } from "./api.js";
import { BackOff, Emitter } from "./emitter.js";
import { events } from "./events.js";
import { session } from "./session.js";
import { text } from "./text.js";

/**
 * Emits the kind of each change: `connection`, `information`, `state`, `properties`, `series`, `focus`, `authentication`, `item`
 * (with the event), `notice` (with a sentence), `tethering`.
 */
export class Camera extends Emitter {
  /** `connecting`, `connected`, or `lost` for the reason in `reason`. */
  connection = "connecting";
  reason = "";
  /** False after the authentication was cancelled. */
  isRetrying = true;
  /** The answer of the camera's resource; null until it was connected. */
  information = null;
  state = {};
  #stateTime = 0;
  /** The properties by name, in the order of the camera. */
  properties = new Map();
  /** Values that were requested here and are not reported yet, by property. */
  requested = new Map();
  series = [];
  authentication = null;
  #backOff = new BackOff();
  #timer = 0;
  #delayed = new Map();
  #isClosed = false;
  #isConnecting = false;
  #stopListening;

  constructor(description) {
    super();
    this.identifier = description.identifier;
    this.description = description;
    this.#stopListening = events.listen((kind, camera, event) => this.#received(kind, camera, event));
    this.connect();
  }

  /** Stops listening and retrying. The camera stays connected to the server. */
  close() {
    this.#isClosed = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    this.#delayed.forEach((timer) => clearTimeout(timer));
  }

  get name() { return text.cameraName(this.information?.camera ?? this.description) || this.identifier; }

  /** Whether the camera has a function, such as "touch focus". */
  can(capability) {
    // The library's names have hyphens in places.
    const plain = (name) => name.replaceAll("-", " ");
    return this.information?.capabilities?.some((name) => plain(name) === plain(capability)) ?? false;
  }

  /** Whether the camera is used for a purpose, such as "video recording". */
  isUsedFor(category) {
    return this.information?.categories?.includes(category) ?? false;
  }

  send(method, rest, body, options) {
    return request(method, cameraPath(this.identifier, rest), body, options);
  }

  // MARK: Connecting

  /** Connects and reads everything; retries until that succeeds or the camera is closed. */
  async connect() {
    clearTimeout(this.#timer);
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    this.isRetrying = true;
    if (this.connection !== "lost" && !this.information) this.#setConnection("connecting", "");
    // The event of a request that the camera made before the events were connected is missing.
    const poll = setInterval(() => this.#readAuthentication(), 1500);
    try {
      this.information = await this.send("GET", "");
      this.#backOff.reset();
      // The server is reached, so the events need not wait for their next attempt.
      events.retry();
      this.#setAuthentication(null);
      this.#setConnection("connected", "");
      this.emit("information");
      await this.refresh();
    } catch (error) {
      this.#lost(error.code === "unknownCamera" ? text.camera.absent : error.message, error);
    } finally {
      clearInterval(poll);
      this.#isConnecting = false;
    }
  }

  #lost(reason, error = null) {
    if (this.#isClosed) return;
      this.#setAuthentication(null);
    this.#setConnection("lost", reason);
    clearTimeout(this.#timer);
    if (error?.status === 401 || !this.isRetrying) return;
    this.#timer = setTimeout(() => this.connect(), this.#backOff.next());
  }

  #setConnection(connection, reason) {
    if (this.connection === connection && this.reason === reason) return;
    this.connection = connection;
    this.reason = reason;
    this.emit("connection");
  }

  #setAuthentication(value) {
    this.authentication = value;
    this.emit("authentication");
  }

  async disconnect() {
    await this.send("DELETE", "connection");
  }

  /** Sends the answer to an authentication request of the camera; `null` cancels connecting. */
  async authenticate(answer) {
    // Another attempt would open the same dialog again.
    if (!answer) this.isRetrying = false;
    await this.send(answer ? "POST" : "DELETE", "authentication", answer ?? {});
    await this.#readAuthentication();
  }

  async #readAuthentication() {
    try { this.#setAuthentication(await this.send("GET", "authentication")); } catch { /* The server may know none. */ }
  }

  // MARK: Reading

  /** Reads the state, the properties and the series again. */
  async refresh() {
    await Promise.all([this.readState(), this.readProperties(), this.readSeries()]);
  }

  async readState() {
    try {
      this.state = await this.send("GET", "state");
      this.#stateTime = performance.now();
    } catch (error) {
      if (error.status === 404) this.#lost(text.camera.absent);
      return;
    }
    if (this.state.connection === "not connected" && this.connection === "connected") {
      this.#lost(this.state.reason ?? text.camera.notConnected);
    }
    if (this.state.connection?.startsWith("waiting")) this.#readAuthentication();
    this.emit("state");
  }

  /** Seconds since the state was read, for times that continue. */
  get stateAge() { return (performance.now() - this.#stateTime) / 1000; }

  async readProperties() {
    try {
      const list = await this.send("GET", "properties");
      this.properties = new Map(list.map((record) => [record.property, record]));
      this.emit("properties");
    } catch { /* A lost camera is reported by its state. */ }
  }

  async readSeries() {
    try {
      this.series = await this.send("GET", "series");
      this.emit("series");
    } catch { /* As above. */ }
  }

  /** The series that runs; null if none does. */
  get runningSeries() { return this.series.findLast((series) => series.state === "running") ?? null; }

  /** Reads the properties soon. */
  refreshSoon() { this.#soon("properties", () => this.readProperties()); }

  /** Delays a request, so that several events cause one. */
  #soon(name, read) {
    if (this.#delayed.has(name)) return;
    this.#delayed.set(name, setTimeout(() => {
      this.#delayed.delete(name);
      read();
    }, 150));
  }

  // MARK: Settings

  property(name) { return this.properties.get(name) ?? null; }

  /** The value of a property that is not reported yet; null if there is none. */
  pending(name) { return this.requested.get(name) ?? this.property(name)?.pending ?? null; }

  /**
   * Sets a property. While one request is on its way, only the newest value after it is kept, so that turning a wheel does not queue.
   * @throws {Problem}
   */
  async set(name, value) {
    const isUnderWay = this.requested.has(name);
    this.requested.set(name, value);
    this.emit("properties");
    if (isUnderWay) return;
    try {
      for (let sent = null; this.requested.get(name) !== sent;) {
        sent = this.requested.get(name);
        this.#store(await this.send("PUT", `properties/${encodeURIComponent(name)}`, { value: sent, until: "reflected" }));
      }
    } finally {
      this.requested.delete(name);
      this.emit("properties");
      this.refreshSoon();
    }
  }

  #store(answer) {
    const record = this.property(answer?.property);
    if (record && answer.value !== undefined) record.value = answer.value;
  }

  // MARK: Events

  #received(kind, camera, event) {
    if (kind === "reset" || kind === "missed") return this.#readAgain();
    if (camera !== this.identifier) return;
    switch (kind) {
    case "property": return this.#propertyChanged(event);
    case "settable": return this.refreshSoon();
    case "found": return this.connection === "lost" ? this.connect() : undefined;
    case "lost": case "connection": return this.#connectionChanged(kind, event);
    case "capabilities": case "categories": return this.#readInformation();
    case "recording": case "storage": return this.#soon("state", () => this.readState());
    case "focus": return this.emit("focus", event);
    case "series": return this.#soon("series", () => this.readSeries());
    case "tethering": return this.emit("tethering");
    case "authentication": return this.#readAuthentication();
    case "item-added": case "item-changed": case "item-removed": return this.emit("item", kind, event);
    case "item-unreadable": case "notice": return this.emit("notice", [event.subject, event.text].filter(Boolean).join(" "));
    default: return undefined;
    }
  }

  #readAgain() {
    // A server that was started again has to connect the camera.
    this.connect();
    this.emit("item", "reset", {});
  }

  #propertyChanged(event) {
    const record = this.property(event.subject);
    if (!record) return this.refreshSoon();
    Object.assign(record, { value: event.value ?? null, number: event.number });
    if (record.pending === record.value) delete record.pending;
    // A mode changes which properties can be set, often without a further event.
    if (["exposure-mode", "focus-mode", "drive-mode"].includes(event.subject)) this.refreshSoon();
    this.emit("properties");
    return undefined;
  }

  async #connectionChanged(kind, event) {
    if (kind === "lost") return this.#lost(text.camera.absent);
    await this.readState();
    if (this.state.connection === "connected" && this.connection !== "connected") this.connect();
    return undefined;
  }

  async #readInformation() {
    try {
      this.information = await this.send("GET", "");
      this.emit("information");
    } catch { /* Reported by the state. */ }
  }

  /** Why nothing can be changed; null if it can. */
  get refusal() {
    if (session.value.readOnly) return text.session.readOnly;
    return this.connection === "connected" ? null : text.camera.notConnected;
  }
}
