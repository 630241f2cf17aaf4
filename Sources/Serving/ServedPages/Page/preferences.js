/** Preferences of this browser. Without storage (private windows) the defaults hold until the page is closed. */

const key = "hotshoe";

const defaults = {
  focusAreas: true,
  histogram: true,
  level: false,
  grid: "none",
  guide: "none",
  clipping: false,
  peaking: false,
  rotate: true,
  shutterFocus: true,
  shortcuts: true,
  program: "single",
  timer: 0,
};

let values = { ...defaults, ...read(localStorageOrNull(), key) };

function localStorageOrNull() {
  try { return window.localStorage; } catch { return null; }
}

function read(storage, name) {
  try { return JSON.parse(storage?.getItem(name) ?? "{}") ?? {}; } catch { return {}; }
}

/** The value of a preference. */
export function preference(name) { return values[name]; }

/** Changes a preference and remembers it. */
export function setPreference(name, value) {
  values = { ...values, [name]: value };
  try { localStorageOrNull()?.setItem(key, JSON.stringify(values)); } catch { /* Full or forbidden: it holds until the page is closed. */ }
}

/** The pictures that this tab saw the camera make, so that they are still listed after a reload. */
export function sessionPictures(camera) {
  try { return JSON.parse(sessionStorage.getItem(`${key}.pictures.${camera}`) ?? "[]"); } catch { return []; }
}

export function setSessionPictures(camera, identifiers) {
  try { sessionStorage.setItem(`${key}.pictures.${camera}`, JSON.stringify(identifiers.slice(-500))); } catch { /* As above. */ }
}
