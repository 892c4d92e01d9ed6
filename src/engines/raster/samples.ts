/** Numbers of a raster, row after row, those of a pixel beside each other. */
export type Samples = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export const isSamples = (value: unknown): value is Samples =>
  ArrayBuffer.isView(value) && !(value instanceof DataView) && !(value instanceof BigInt64Array);
