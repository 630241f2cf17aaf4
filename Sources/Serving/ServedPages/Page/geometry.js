/** Positions of the picture on the screen. Pure. */

/** Quarter turns to the right that make a picture upright, by the camera's orientation in the head of a frame. */
export const turns = [0, 3, 1, 2];

/**
 * The rectangle of a picture that fits into a field, after magnification.
 * @param {{width:number,height:number}} field
 * @param {{width:number,height:number}} picture Its size after turning.
 * @param {{scale:number,x:number,y:number}} view Magnification, and the shift of the picture's middle in parts of the fitted size.
 */
export function placed(field, picture, view) {
  const fit = Math.min(field.width / picture.width, field.height / picture.height);
  const [width, height] = [picture.width * fit * view.scale, picture.height * fit * view.scale];
  return {
    x: (field.width - width) / 2 + view.x * picture.width * fit,
    y: (field.height - height) / 2 + view.y * picture.height * fit,
    width,
    height,
  };
}

/** Limits the shift so that the magnified picture still covers its place. */
export function limited(view) {
  const scale = Math.min(8, Math.max(1, view.scale));
  const limit = (scale - 1) / 2;
  const within = (shift) => Math.min(limit, Math.max(-limit, shift));
  return { scale, x: within(view.x), y: within(view.y) };
}

/** A view with another magnification in which the point of the picture under (x, y), in parts of the fitted size from its middle, stays there. */
export function magnified(view, scale, x, y) {
  const next = Math.min(8, Math.max(1, scale));
  const ratio = next / view.scale;
  return limited({ scale: next, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio });
}

/** The point of the unturned picture, 0 to 1, for one of the turned picture. */
export function unturned({ x, y }, turn) {
  switch (turn) {
  case 1: return { x: y, y: 1 - x };
  case 2: return { x: 1 - x, y: 1 - y };
  case 3: return { x: 1 - y, y: x };
  default: return { x, y };
  }
}

/** The rectangle in the turned picture for one of the unturned picture. */
export function turnedArea({ x, y, width, height }, turn) {
  switch (turn) {
  case 1: return { x: 1 - y - height, y: x, width: height, height: width };
  case 2: return { x: 1 - x - width, y: 1 - y - height, width, height };
  case 3: return { x: y, y: 1 - x - width, width: height, height: width };
  default: return { x, y, width, height };
  }
}
