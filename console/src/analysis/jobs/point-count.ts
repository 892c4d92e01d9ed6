/** How many points a cloud has, by the first bytes of its file; null where they do not tell it. */
export function pointsIn(name: string, head: ArrayBuffer): number | null {
  if (/\.la[sz]$/i.test(name)) return pointsOfLas(new DataView(head));
  const text = new TextDecoder('latin1').decode(head);
  if (/\.ply$/i.test(name)) return countIn(/^element vertex (\d+)/m, text);
  if (/\.pcd$/i.test(name)) return countIn(/^POINTS (\d+)/m, text);
  return null;
}

const countIn = (pattern: RegExp, text: string): number | null => {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
};

const lasf = 0x4c415346;

/** Version 1.4 counts in 64 bits, and keeps the old field where the number fits into it. */
function pointsOfLas(view: DataView): number | null {
  if (view.byteLength < 227 || view.getUint32(0) !== lasf) return null;
  const count = view.getUint32(107, true);
  const isNew = view.getUint8(25) >= 4 && view.byteLength >= 255;
  return count === 0 && isNew ? Number(view.getBigUint64(247, true)) : count;
}
