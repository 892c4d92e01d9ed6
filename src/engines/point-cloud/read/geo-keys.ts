const [projected, geographic, vertical] = [3072, 2048, 4096] as const;
const userDefined = 32_767;

/** "EPSG:n" or "EPSG:n+m" out of a directory of GeoTIFF keys (of a LAS or TIFF file); undefined when none is named. */
export function srsOfGeoKeys(directory: Buffer): string | undefined {
  const keys = new Map<number, number>();
  for (let at = 8; at + 8 <= directory.length; at += 8) {
    // a value that stands in the entry itself
    if (directory.readUInt16LE(at + 2) === 0) keys.set(directory.readUInt16LE(at), directory.readUInt16LE(at + 6));
  }
  const code = (key: number) => {
    const value = keys.get(key);
    return value !== undefined && value > 1023 && value < userDefined ? value : undefined;
  };
  const horizontal = code(projected) ?? code(geographic);
  if (horizontal === undefined) return undefined;
  const height = code(vertical);
  return `EPSG:${horizontal}${height === undefined ? '' : `+${height}`}`;
}

const [modelType, rasterType, verticalUnits, metre] = [1024, 1025, 4099, 9001] as const;

/** The directory for a system that is named by its codes. `area`: values stand for areas and not for points. */
export function geoKeysOf(code: number, height: number | undefined, isGeographic: boolean, area = true): Buffer {
  const keys = [
    [modelType, isGeographic ? 2 : 1],
    [rasterType, area ? 1 : 2],
    [isGeographic ? geographic : projected, code],
    ...(height === undefined
      ? []
      : [
          [vertical, height],
          [verticalUnits, metre],
        ]),
  ];
  const sorted = keys.sort(([a = 0], [b = 0]) => a - b);
  const words = [1, 1, 0, sorted.length, ...sorted.flatMap(([key = 0, value = 0]) => [key, 0, 1, value])];
  const bytes = Buffer.alloc(2 * words.length);
  for (const [n, word] of words.entries()) bytes.writeUInt16LE(word, 2 * n);
  return bytes;
}
