/** Overlays of live view: focus areas, grid, aspect guides, level, and the mark of a tap. */

import { turnedArea } from "./geometry.js";

const colors = { line: "rgba(255,255,255,.45)", shade: "rgba(0,0,0,.55)", accent: "#f5b041", found: "#5ee08a", failed: "#ff6b5e" };

/** The aspect ratios that can be shown, width to height. */
export const guides = { "1:1": 1, "5:4": 5 / 4, "4:5": 4 / 5, "4:3": 4 / 3, "3:2": 3 / 2, "16:9": 16 / 9, "9:16": 9 / 16, "2.39:1": 2.39 };

/**
 * Draws everything that is switched on.
 * @param {CanvasRenderingContext2D} context In CSS pixels.
 * @param {{x:number,y:number,width:number,height:number}} box The picture.
 */
export function drawOverlay(context, box, { frame, turn, options, mark }) {
  if (options.guide) drawGuide(context, box, guides[options.guide]);
  drawGrid(context, box, options.grid);
  if (options.focusAreas && !frame.isEnlarged) frame.areas.forEach((area) => drawArea(context, box, turnedArea(area, turn), area));
  if (mark) drawMark(context, box, mark);
}

function drawGrid(context, box, kind) {
  const parts = { thirds: [1 / 3, 2 / 3], quarters: [1 / 4, 1 / 2, 3 / 4], golden: [0.382, 0.618] }[kind];
  if (!parts) return;
  context.strokeStyle = colors.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const part of parts) {
    const [x, y] = [Math.round(box.x + box.width * part) + 0.5, Math.round(box.y + box.height * part) + 0.5];
    context.moveTo(x, box.y);
    context.lineTo(x, box.y + box.height);
    context.moveTo(box.x, y);
    context.lineTo(box.x + box.width, y);
  }
  context.stroke();
}

/** Shades the picture outside the aspect ratio. */
function drawGuide(context, box, ratio) {
  if (!ratio) return;
  const width = Math.min(box.width, box.height * ratio);
  const height = width / ratio;
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  context.fillStyle = colors.shade;
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.rect(x, y, width, height);
  context.fill("evenodd");
  context.strokeStyle = colors.line;
  context.lineWidth = 1;
  context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1);
}

/** The areas that are neither selected nor focused are small dots, because fifteen frames would hide the picture. */
function drawArea(context, box, place, { active, focused }) {
  const [x, y] = [box.x + place.x * box.width, box.y + place.y * box.height];
  const [width, height] = [place.width * box.width, place.height * box.height];
  if (!active && !focused) {
    context.fillStyle = colors.line;
    context.fillRect(x + width / 2 - 1.5, y + height / 2 - 1.5, 3, 3);
    return;
  }
  drawCorners(context, { x, y, width, height }, focused ? colors.found : "#ffffff");
}

function drawCorners(context, { x, y, width, height }, color) {
  const length = Math.min(width, height) * 0.3;
  const path = (offset) => {
    context.beginPath();
    for (const [cornerX, cornerY, directionX, directionY] of [[x, y, 1, 1], [x + width, y, -1, 1], [x, y + height, 1, -1], [x + width, y + height, -1, -1]]) {
      context.moveTo(cornerX + directionX * length + offset, cornerY + offset);
      context.lineTo(cornerX + offset, cornerY + offset);
      context.lineTo(cornerX + offset, cornerY + directionY * length + offset);
    }
    context.stroke();
  };
  context.lineWidth = 2;
  // The dark copy keeps the corners visible on bright pictures.
  context.strokeStyle = "rgba(0,0,0,.5)";
  path(1);
  context.strokeStyle = color;
  path(0);
}

function drawMark(context, box, { x, y, state }) {
  const size = 54;
  const [middleX, middleY] = [box.x + x * box.width, box.y + y * box.height];
  const color = { waiting: colors.accent, found: colors.found, set: "#ffffff", failed: colors.failed }[state];
  drawCorners(context, { x: middleX - size / 2, y: middleY - size / 2, width: size, height: size }, color);
  if (state === "failed") {
    context.beginPath();
    context.moveTo(middleX - 8, middleY - 8);
    context.lineTo(middleX + 8, middleY + 8);
    context.moveTo(middleX + 8, middleY - 8);
    context.lineTo(middleX - 8, middleY + 8);
    context.stroke();
  }
}

/** Draws the level in the middle of a field: a fixed line, and one that follows the horizon. */
export function drawLevel(context, field, roll, pitch) {
  if (roll === null || roll === undefined) return;
  // Held upright, the camera is level at each quarter turn.
  const tilt = roll - 90 * Math.round(roll / 90);
  const isLevel = Math.abs(tilt) < 0.5 && Math.abs(pitch ?? 0) < 0.5;
  const half = Math.min(field.width * 0.2, 140);
  context.save();
  context.translate(field.width / 2, field.height / 2);
  context.lineCap = "round";
  context.lineWidth = 2;
  context.strokeStyle = "rgba(255,255,255,.6)";
  line(context, -half - 26, 0, -half - 8, 0);
  line(context, half + 8, 0, half + 26, 0);
  context.rotate((-tilt * Math.PI) / 180);
  context.strokeStyle = isLevel ? colors.found : colors.accent;
  const rise = Math.max(-90, Math.min(90, (pitch ?? 0) * 4));
  line(context, -half, rise, -24, rise);
  line(context, 24, rise, half, rise);
  context.restore();
}

function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
