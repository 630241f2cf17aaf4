/** Histogram, clipping and focus peaking, from a small copy of a frame a few times a second. */

const [width, height] = [240, 160];
const interval = 200;

/** Histogram and marks of the newest frames. */
export class Analysis {
  /** 256 counts each of red, green, blue and luminance; null before the first. */
  bins = null;
  /** A transparent picture that marks clipped and sharp places; null unless one of them is switched on. */
  marks = null;
  #last = 0;
  #copy = new OffscreenCanvas(width, height);
  #context = this.#copy.getContext("2d", { willReadFrequently: true });
  #marksCanvas = new OffscreenCanvas(width, height);

  /** Takes a frame into account; returns whether anything was computed. */
  consider(image, { histogram, clipping, peaking }, now = performance.now()) {
    const isWanted = histogram || clipping || peaking;
    if (!isWanted || now - this.#last < interval) return false;
    this.#last = now;
    this.#context.drawImage(image, 0, 0, width, height);
    const { data } = this.#context.getImageData(0, 0, width, height);
    const luminance = luminances(data);
    if (histogram) this.bins = count(data, luminance);
    this.marks = clipping || peaking ? this.#mark(luminance, clipping, peaking) : null;
    return true;
  }

  #mark(luminance, clipping, peaking) {
    const context = this.#marksCanvas.getContext("2d");
    const pixels = context.createImageData(width, height);
    const paint = (index, red, green, blue) => pixels.data.set([red, green, blue, 255], 4 * index);
    for (let index = width; index < luminance.length - width; index += 1) {
      if (peaking && sharpness(luminance, index) > 90) paint(index, 94, 224, 138);
      // Stripes distinguish clipped places from red ones.
      const isStripe = (index % width + Math.floor(index / width)) % 4 < 2;
      if (clipping && luminance[index] >= 252 && isStripe) paint(index, 255, 70, 60);
    }
    context.putImageData(pixels, 0, 0);
    return this.#marksCanvas;
  }
}

function luminances(data) {
  const result = new Uint8Array(data.length / 4);
  for (let index = 0; index < result.length; index += 1) {
    result[index] = (54 * data[4 * index] + 183 * data[4 * index + 1] + 19 * data[4 * index + 2]) >> 8;
  }
  return result;
}

function sharpness(luminance, index) {
  const across = Math.abs(luminance[index - 1] - luminance[index + 1]);
  return across + Math.abs(luminance[index - width] - luminance[index + width]);
}

function count(data, luminance) {
  const bins = { red: new Uint32Array(256), green: new Uint32Array(256), blue: new Uint32Array(256), luminance: new Uint32Array(256) };
  for (let index = 0; index < luminance.length; index += 1) {
    bins.red[data[4 * index]] += 1;
    bins.green[data[4 * index + 1]] += 1;
    bins.blue[data[4 * index + 2]] += 1;
    bins.luminance[luminance[index]] += 1;
  }
  return bins;
}

/** Draws a histogram into a canvas of any size. */
export function drawHistogram(canvas, bins) {
  const context = canvas.getContext("2d");
  const { width: across, height: up } = canvas;
  context.clearRect(0, 0, across, up);
  if (!bins) return;
  // The ends may hold most of the picture and would flatten everything else.
  const highest = Math.max(1, ...bins.luminance.subarray(2, 254));
  context.fillStyle = "rgba(255,255,255,.32)";
  curve(context, bins.luminance, highest, across, up);
  context.fill();
  context.lineWidth = 1.5;
  for (const [name, color] of [["red", "#ff6b5e"], ["green", "#5ee08a"], ["blue", "#6aa8ff"]]) {
    context.strokeStyle = color;
    curve(context, bins[name], highest, across, up);
    context.stroke();
  }
}

function curve(context, bins, highest, across, up) {
  context.beginPath();
  context.moveTo(0, up);
  for (let value = 0; value < 256; value += 1) {
    // The square root keeps small numbers of pixels visible.
    const part = Math.sqrt(Math.min(1, bins[value] / highest));
    context.lineTo((value / 255) * across, up - part * (up - 2));
  }
  context.lineTo(across, up);
}
