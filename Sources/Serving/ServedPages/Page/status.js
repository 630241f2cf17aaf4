/** Battery, pictures left and card, for the bar of a camera. */

import { byteSize, shownValue } from "./names.js";
import { text } from "./text.js";

/** The known parts, each with an icon, a value, and a name for screen readers. */
export function statusParts(camera) {
  return [battery(camera), shots(camera), ...cards(camera)].filter(Boolean);
}

function battery(camera) {
  const record = camera.property("battery-level");
  if (!record?.value) return null;
  const isLow = /low|empty|exhausted|critical/i.test(record.value) || (record.unit === "%" && record.number <= 15);
  return { icon: "battery", value: shownValue(record.property, record.value), label: text.status.battery, isLow };
}

function shots(camera) {
  const record = camera.property("shots-available");
  if (!record?.value) return null;
  return { icon: "pictures", value: text.status.shotsLeft(record.value), label: text.status.shots, isLow: record.number < 10 };
}

function cards(camera) {
  const storages = camera.state.storages ?? camera.information?.storages ?? [];
  if (storages.length === 0 && camera.can("file access")) return [{ icon: "card", value: text.status.noCard, label: text.status.card, isLow: true }];
  return storages.filter((storage) => storage.free !== undefined).map((storage) => ({
    icon: "card", value: storage.writable === false ? text.status.locked : text.status.free(byteSize(storage.free)), label: storage.name,
    isLow: storage.writable === false || storage.free < 200e6,
  }));
}
