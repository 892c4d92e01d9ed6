/** Kinds of numbers in binary files. */
export const numberKinds = {
  int8: { size: 1, read: (view: DataView, at: number) => view.getInt8(at) },
  uint8: { size: 1, read: (view: DataView, at: number) => view.getUint8(at) },
  int16: { size: 2, read: (view: DataView, at: number, little: boolean) => view.getInt16(at, little) },
  uint16: { size: 2, read: (view: DataView, at: number, little: boolean) => view.getUint16(at, little) },
  int32: { size: 4, read: (view: DataView, at: number, little: boolean) => view.getInt32(at, little) },
  uint32: { size: 4, read: (view: DataView, at: number, little: boolean) => view.getUint32(at, little) },
  float32: { size: 4, read: (view: DataView, at: number, little: boolean) => view.getFloat32(at, little) },
  float64: { size: 8, read: (view: DataView, at: number, little: boolean) => view.getFloat64(at, little) },
  int64: { size: 8, read: (view: DataView, at: number, little: boolean) => Number(view.getBigInt64(at, little)) },
  uint64: { size: 8, read: (view: DataView, at: number, little: boolean) => Number(view.getBigUint64(at, little)) },
} as const;
export type NumberKind = keyof typeof numberKinds;
