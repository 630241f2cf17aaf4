// A client for HotShoe's HTTP interface, for browsers and Node 18 and later. One file without dependencies.
//
//   import { HotShoe } from './client.js';                  // a copy; in a page of the server itself '/api/v1/client.js'
//   const hotshoe = new HotShoe('http://127.0.0.1:8080');   // , { token: '…' } for a server with a token
//   const [camera] = await hotshoe.listCameras();
//   await hotshoe.setProperty(camera.identifier, 'aperture', { value: 'f/8' });
//   for (const picture of await hotshoe.shoot(camera.identifier)) console.log(picture.file);

/** The answer of the server is an error: a problem document (RFC 9457). */
export class HotShoeError extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = 'HotShoeError';
    /** Status of the answer. */
    this.status = problem.status;
    /** The code, such as "notAvailable". */
    this.code = problem.code;
    /** The whole document. */
    this.problem = problem;
  }
}

/** The size of a frame's head without its focus areas. */
const HEAD_SIZE = 48;

class Base {
  /**
   * @param {string} [url] Address of the server. Default: that of the page, or http://127.0.0.1:8080.
   * @param {{token?: string, fetch?: typeof fetch}} [options] The token of the server, and another implementation of fetch.
   */
  constructor(url, options = {}) {
    const page = globalThis.location?.protocol?.startsWith('http') ? globalThis.location.origin : undefined;
    this.url = new URL(url ?? page ?? 'http://127.0.0.1:8080').origin;
    this.token = options.token;
    this.fetch = options.fetch ?? ((...words) => globalThis.fetch(...words));
  }

  /** Sends a request. Returns the answer, whose status is one of success. */
  async request(method, path, body, query, options) {
    const url = new URL(path, this.url);
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = { ...options?.headers };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const isRaw = body instanceof Uint8Array || body instanceof ArrayBuffer || body instanceof Blob;
    if (method !== 'GET') headers['Content-Type'] = isRaw ? 'application/octet-stream' : 'application/json';
    const answer = await this.fetch(url, {
      method,
      headers,
      body: method === 'GET' ? undefined : isRaw ? body : JSON.stringify(body ?? {}),
      signal: options?.signal,
      cache: 'no-store',
    });
    if (!answer.ok) throw new HotShoeError(await problem(answer));
    return answer;
  }

  /** Sends a request, and returns what its answer contains: a value of JSON, or bytes. */
  async send(method, path, body, query, kind, options) {
    const answer = await this.request(method, path, body, query, options);
    return kind === 'json' ? answer.json() : new Uint8Array(await answer.arrayBuffer());
  }

  /** The address of a resource below /api/v1, such as that of a picture for an element of a page. */
  address(...segments) {
    return `${this.url}/api/v1/${segments.map(encodeURIComponent).join('/')}`;
  }

  /**
   * The events of all cameras, or of one, until the signal aborts or the loop ends. A connection that is lost is made again, and continues
   * after the last event.
   */
  async *events({ camera, signal } = {}) {
    let last;
    let pause = 1000;
    while (!signal?.aborted) {
      try {
        const headers = last === undefined ? {} : { 'Last-Event-ID': last };
        const answer = await this.request('GET', '/api/v1/events', undefined, { camera }, { signal, headers });
        for await (const event of serverSentEvents(answer.body)) {
          pause = 1000;
          if (event.id !== undefined) last = event.id;
          yield { id: event.id, kind: event.event, ...JSON.parse(event.data) };
        }
      } catch (error) {
        if (signal?.aborted) return;
        // An answer with an error is not a lost connection.
        if (error instanceof HotShoeError && error.status < 500) throw error;
      }
      await delay(pause, signal);
      pause = Math.min(pause * 2, 10000);
    }
  }

  /**
   * The frames of live view, until the signal aborts, the loop ends, or live view is stopped; if the camera ends it or the connection is lost, that is
   * an error. A slow loop receives fewer frames.
   */
  async *liveView(camera, { rate, signal } = {}) {
    const path = `/api/v1/cameras/${encodeURIComponent(camera)}/live-view.mjpeg`;
    const answer = await this.request('GET', path, undefined, { rate, head: true }, { signal });
    for await (const { fields, bytes } of parts(answer.body)) {
      const head = fields['hotshoe-frame'];
      yield { ...(head ? parseHead(fromHexadecimal(head)) : {}), jpeg: bytes };
    }
  }
}

/** Parses the head of a frame: of a WebSocket's message, or of a part of live-view.mjpeg. */
export function parseHead(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEAD_SIZE || view.getUint32(0) !== 0x48534631) throw new Error('This is not the head of a frame.');
  const roll = view.getUint16(28);
  const pitch = view.getInt16(30);
  const areas = [];
  for (let index = 0; index < view.getUint16(6); index += 1) {
    const start = HEAD_SIZE + 12 * index;
    const [x, y, width, height] = [0, 2, 4, 6].map((offset) => view.getUint16(start + offset) / 65535);
    const flags = view.getUint16(start + 8);
    areas.push({ x, y, width, height, active: (flags & 1) !== 0, focused: (flags & 2) !== 0 });
  }
  return {
    offset: view.getUint16(4),
    number: Number(view.getBigUint64(8)),
    time: Number(view.getBigUint64(16)) / 1e6,
    width: view.getUint16(24),
    height: view.getUint16(26),
    roll: roll === 0xffff ? null : roll / 100,
    pitch: pitch === 0x7fff ? null : pitch / 100,
    orientation: ['landscape', 'portrait right', 'portrait left', 'upside down'][view.getUint8(32)] ?? 'landscape',
    enlarged: (view.getUint8(33) & 1) !== 0,
    aperture: view.getUint16(34) / 100 || null,
    exposureTime: view.getUint32(36) / 1e6 || null,
    iso: view.getUint32(40) || null,
    areas,
  };
}

async function problem(answer) {
  try {
    return await answer.json();
  } catch {
    return { status: answer.status, code: 'invalidAnswer', detail: `The server answered ${answer.status}.` };
  }
}

function delay(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** The chunks of a body. A loop that ends early cancels it. */
async function* chunks(body) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function* serverSentEvents(body) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks(body)) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = {};
      for (const line of text.slice(0, end).split('\n')) {
        const colon = line.indexOf(': ');
        if (colon > 0) event[line.slice(0, colon)] = line.slice(colon + 2);
      }
      text = text.slice(end + 2);
      if (event.data !== undefined) yield event;
    }
  }
}

/** The parts of multipart/x-mixed-replace, each with a length. */
async function* parts(body) {
  let rest = new Uint8Array(0);
  for await (const chunk of chunks(body)) {
    rest = joined(rest, chunk);
    for (let part = firstPart(rest); part; part = firstPart(rest)) {
      rest = rest.subarray(part.end);
      yield part;
    }
  }
  // The delimiter after the last part.
  if (!new TextDecoder().decode(rest).endsWith('--\r\n')) throw new Error('Live view has ended: the camera ended it, or the connection to the server was lost.');
}

function firstPart(bytes) {
  const end = headEnd(bytes);
  if (end < 0) return undefined;
  const fields = {};
  for (const line of new TextDecoder().decode(bytes.subarray(0, end)).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = Number(fields['content-length']);
  const start = end + 4;
  if (bytes.length < start + length + 2) return undefined;
  return { fields, bytes: bytes.slice(start, start + length), end: start + length + 2 };
}

/** Index of the empty line after the fields of a part; -1 if it is missing. */
function headEnd(bytes) {
  for (let index = bytes.indexOf(13); index >= 0 && index + 3 < bytes.length; index = bytes.indexOf(13, index + 1)) {
    if (bytes[index + 1] === 10 && bytes[index + 2] === 13 && bytes[index + 3] === 10) return index;
  }
  return -1;
}

function joined(first, second) {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromHexadecimal(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
