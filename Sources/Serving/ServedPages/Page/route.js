/** The place on the page as the part of the address after #, which reloading and the back button keep. */

/** The list of the cameras. */
export const listHash = "#/";

/** The view of several cameras. */
export const gridHash = "#/grid";

/** A camera, and optionally a part of it. */
export function cameraHash(identifier, ...parts) {
  return `#/${["camera", identifier, ...parts].map(encodeURIComponent).join("/")}`;
}

/** The parts of the current address. */
export function route() {
  try { return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent); } catch { return []; }
}

/** Navigates to an address; with `replaces` without an entry for the back button. */
export function go(hash, replaces = false) {
  if (!replaces) { location.hash = hash; return; }
  history.replaceState(null, "", hash);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
