/** Where one is, as the part of the address after #, so that reloading and going back work. */

/** The list of the cameras. */
export const listHash = "#/";

/** Several cameras at once. */
export const gridHash = "#/grid";

/** A camera, and what is open beside it. */
export function cameraHash(identifier, ...parts) {
  return `#/${["camera", identifier, ...parts].map(encodeURIComponent).join("/")}`;
}

/** The parts of the current address. */
export function route() {
  try { return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent); } catch { return []; }
}

/** Goes to an address; `replaces` leaves no entry for the back button. */
export function go(hash, replaces = false) {
  if (!replaces) { location.hash = hash; return; }
  history.replaceState(null, "", hash);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
