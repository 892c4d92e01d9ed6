/** Coordinates of a reference system. */
export type Place = readonly [number, number, number];
