// Declarations of HotShoe's client for JavaScript.

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request. A command that the camera has received is completed all the same. */
  signal?: AbortSignal;
  /** Further fields of the head. */
  headers?: Record<string, string>;
}

/** The answer of the server is an error. */
export class HotShoeError extends Error {
  /** Status of the answer. */
  readonly status: number;
  /** The code, such as "notAvailable". */
  readonly code: string;
  /** The whole document. */
  readonly problem: Problem;
}

/** The head of a frame of live view. Numbers that the camera does not report are null. */
export interface FrameHead {
  /** The offset of the JPEG in a message. */
  offset: number;
  /** Number of the frame among those that the camera made. */
  number: number;
  /** Time of the frame in seconds. */
  time: number;
  /** Size of the picture in pixels. */
  width: number;
  height: number;
  /** Tilt to the right, in degrees from 0 to 360. */
  roll: number | null;
  /** Tilt upwards, in degrees from -90 to 90. */
  pitch: number | null;
  orientation: 'landscape' | 'portrait right' | 'portrait left' | 'upside down';
  /** Whether the picture shows only a part of the field of view. */
  enlarged: boolean;
  /** Values that automatic exposure has chosen: an f-number, seconds, and an ISO speed. */
  aperture: number | null;
  exposureTime: number | null;
  iso: number | null;
  /** The focus areas, in parts of the picture from 0 to 1. */
  areas: FocusArea[];
}

/** A frame of live view. The members of the head are missing from servers that do not send it. */
export type Frame = Partial<FrameHead> & { jpeg: Uint8Array };

/** Parses the head of a frame. */
export function parseHead(bytes: Uint8Array): FrameHead;

/** An event of a camera. */
export interface CameraEvent {
  id?: string;
  /** The kind: "property", "item-added" … ; "reset" and "missed" mean that the state must be read again. */
  kind: string;
  /** The identifier of the camera. */
  camera?: string;
  /** What has changed. */
  event?: Record<string, unknown>;
  /** Number of events that were missed. */
  count?: number;
}

declare class Base {
  /**
   * @param url Address of the server. Default: that of the page, or http://127.0.0.1:8080.
   * @param options The token of the server, and another implementation of fetch.
   */
  constructor(url?: string, options?: { token?: string; fetch?: typeof fetch });
  /** The address of a resource below /api/v1. */
  address(...segments: string[]): string;
  /** The events of all cameras, or of one. */
  events(options?: { camera?: string; signal?: AbortSignal }): AsyncGenerator<CameraEvent, void>;
  /** The frames of live view of a camera. `rate` limits the frames a second. */
  liveView(camera: string, options?: { rate?: number; signal?: AbortSignal }): AsyncGenerator<Frame, void>;
}
