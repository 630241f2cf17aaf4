/** Messages of live view. */

const magic = 0x48534631; // "HSF1"
const unknownRoll = 65535;
const unknownPitch = 32767;

/**
 * Parses a message.
 * @param {ArrayBuffer} buffer
 * @returns {Object|null} The frame; null for a message that is none.
 */
export function parseFrame(buffer) {
  if (buffer.byteLength < 28) return null;
  const view = new DataView(buffer);
  const start = view.getUint16(4);
  const count = view.getUint16(6);
  const headSize = start - 12 * count;
  if (view.getUint32(0) !== magic || headSize < 28 || start > buffer.byteLength) return null;
  const frame = { number: view.getUint32(12), areas: areas(view, headSize, count), jpeg: new Blob([new Uint8Array(buffer, start)], { type: "image/jpeg" }) };
  return headSize >= 48 ? Object.assign(frame, details(view)) : frame;
}

function details(view) {
  const [roll, pitch] = [view.getUint16(28), view.getInt16(30)];
  return {
    roll: roll === unknownRoll ? null : roll > 18000 ? roll / 100 - 360 : roll / 100,
    pitch: pitch === unknownPitch ? null : pitch / 100,
    orientation: view.getUint8(32),
    isEnlarged: (view.getUint8(33) & 1) !== 0,
  };
}

function areas(view, start, count) {
  return Array.from({ length: count }, (_, index) => {
    const offset = start + 12 * index;
    const part = (position) => view.getUint16(offset + position) / 65535;
    const flags = view.getUint16(offset + 8);
    return { x: part(0), y: part(2), width: part(4), height: part(6), active: (flags & 1) !== 0, focused: (flags & 2) !== 0 };
  });
}
