/** Names and values of properties as photographers write them. */

import { text } from "./text.js";

/** The name of a property: the field's term, the vendor's own name, or its identifier. */
export function propertyName(record) {
  const known = text.properties[record.property];
  if (known) return known;
  if (record.vendorName) return record.vendorName;
  return capitalized(record.property.replace(/^vendor\./, "").replaceAll("-", " "));
}

/** A short name for a tile. */
export function shortName(record) {
  return text.shortProperties[record.property] ?? propertyName(record);
}

/** The text shown for a value. */
export function shownValue(property, value) {
  if (value === null || value === undefined || value === "") return "–";
  if (property.endsWith("iso") && value.startsWith("ISO ")) return value.slice(4);
  if (property.endsWith("shutter-speed") && /^[\d.]+$/.test(value)) return text.units.seconds(value);
  if (property.endsWith("compensation")) return value === "0" ? "±0" : value.replace("-", "−");
  return text.values[value] ?? capitalized(value);
}

/** A word with its first letter in upper case; "f/8" is none. */
export function capitalized(value) {
  return /^[a-z]+([ -]|$)/.test(value) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}

/** How a picture was taken, from the numbers of its metadata: "1/125 s", "f/8", "ISO 400", "−0.3 EV", "50 mm". */
export function exposureTexts({ exposureTime, fNumber, iso, exposureCompensation, focalLength }) {
  const plain = (number) => String(Number(number.toFixed(1)));
  const signed = (number) => (Math.abs(number) < 0.05 ? "±0" : `${number < 0 ? "−" : "+"}${plain(Math.abs(number))}`);
  const write = (number, form) => (Number.isFinite(number) ? [form(number)] : []);
  return [
    // Cameras write 0.3 s and longer in decimals.
    ...write(exposureTime, (seconds) => text.units.seconds(seconds > 0 && seconds < 0.29 ? `1/${Math.round(1 / seconds)}` : plain(seconds))),
    ...write(fNumber, (number) => `f/${plain(number)}`),
    ...write(iso, (number) => `ISO ${number}`),
    ...write(exposureCompensation, (stops) => `${signed(stops)} EV`),
    ...write(focalLength, (millimetres) => `${plain(millimetres)} mm`),
  ];
}

/** Seconds as a clock: "0:07", "12:30", "1:02:03". */
export function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Seconds in words: "45 s", "12 min", "2 h 5 min". */
export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 100) return text.units.seconds(whole);
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return text.units.minutes(minutes);
  return [text.units.hours(Math.floor(minutes / 60)), minutes % 60 ? text.units.minutes(minutes % 60) : ""].filter(Boolean).join(" ");
}

/** Bytes in decimal units, as cards are sold. */
export function byteSize(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** The time of day after some seconds. */
export function timeOfDay(secondsFromNow = 0) {
  return new Date(Date.now() + secondsFromNow * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** A date of the camera, or its text when it is none. */
export function shownDate(value) {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? String(value) : date.toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
}
