/** Web tiles: EPSG:3857, 256 pixels a side, y from the north. */
export const tileSide = 256;
const worldSide = 2 * Math.PI * 6_378_137;
const perDegree = Math.PI / 180;
export const mostLatitude = 85.051_128_779_806_6;
export const deepestLevel = 24;

/** Metres of the projection in a pixel of a level. */
export const pixelOf = (level: number): number => worldSide / tileSide / 2 ** level;

/** Pixels from the north-west corner of the world. */
export function toWorld(longitude: number, latitude: number, level: number): [x: number, y: number] {
  const size = tileSide * 2 ** level;
  const p = Math.min(mostLatitude, Math.max(-mostLatitude, latitude)) * perDegree;
  return [((longitude + 180) / 360) * size, (0.5 - Math.log(Math.tan(Math.PI / 4 + p / 2)) / (2 * Math.PI)) * size];
}

export function fromWorld(x: number, y: number, level: number): [longitude: number, latitude: number] {
  const size = tileSide * 2 ** level;
  return [(x / size) * 360 - 180, (2 * Math.atan(Math.exp(Math.PI * (1 - (2 * y) / size))) - Math.PI / 2) / perDegree];
}
