import { type Columns, colorNames, type PointBatch } from '../batch.ts';

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

/** What a field of a file is for us, by its usual names. */
export type FieldUse = 'x' | 'y' | 'z' | 'packedColor' | keyof Columns;

/** By their names without case, underscores and the `scalar_` of programs that have only such fields. */
const uses: Readonly<Record<string, FieldUse>> = {
  x: 'x',
  y: 'y',
  z: 'z',
  red: 'red',
  r: 'red',
  diffusered: 'red',
  green: 'green',
  g: 'green',
  diffusegreen: 'green',
  blue: 'blue',
  b: 'blue',
  diffuseblue: 'blue',
  nir: 'nearInfrared',
  nearinfrared: 'nearInfrared',
  infrared: 'nearInfrared',
  rgb: 'packedColor',
  rgba: 'packedColor',
  intensity: 'intensity',
  i: 'intensity',
  reflectance: 'intensity',
  amplitude: 'intensity',
  classification: 'classification',
  class: 'classification',
  label: 'classification',
  returnnumber: 'returnNumber',
  numberofreturns: 'returnCount',
  userdata: 'userData',
  pointsourceid: 'source',
  gpstime: 'time',
};

export const useOf = (name: string): FieldUse | undefined => {
  const plain = plainName(name).toLowerCase().replaceAll('_', '');
  return Object.hasOwn(uses, plain) ? uses[plain] : undefined;
};

/** As the person who made the field has called it. */
export const plainName = (name: string): string => name.replace(/^\/\//, '').replace(/^scalar_/i, '');

const largest: Partial<Record<FieldUse, number>> = {
  red: 65_535,
  green: 65_535,
  blue: 65_535,
  nearInfrared: 65_535,
  classification: 255,
  returnNumber: 15,
  returnCount: 15,
  userData: 255,
  source: 65_535,
};

/** Puts a value of a point where it belongs. `share`: a colour as a part of one. */
export function putter(use: FieldUse, batch: PointBatch, share = false): (n: number, value: number) => void {
  if (use === 'packedColor') return packedPutter(batch);
  const target = use === 'x' || use === 'y' || use === 'z' ? batch[use] : batch.columns[use];
  if (target === undefined) return () => {};
  const most = largest[use];
  if (most === undefined) {
    return (n, value) => {
      target[n] = value;
    };
  }
  const by = share && isColor(use) ? 65_535 : 1;
  return (n, value) => {
    target[n] = Math.min(most, Math.max(0, Math.round(value * by)));
  };
}

const isColor = (use: FieldUse): boolean => colorNames.some((name) => name === use);

function packedPutter({ columns: { red, green, blue } }: PointBatch): (n: number, value: number) => void {
  return (n, value) => {
    if (red) red[n] = (value >>> 16) & 255;
    if (green) green[n] = (value >>> 8) & 255;
    if (blue) blue[n] = value & 255;
  };
}

/** The columns that fields fill. */
export function columnsOf(all: readonly (FieldUse | undefined)[]): (keyof Columns)[] {
  const found = new Set<keyof Columns>();
  for (const use of all) {
    if (use === 'packedColor') for (const name of colorNames) found.add(name);
    else if (use !== undefined && use !== 'x' && use !== 'y' && use !== 'z') found.add(use);
  }
  const colors = colorNames.filter((name) => found.has(name)).length;
  if (colors > 0 && colors < 3) for (const name of colorNames) found.delete(name);
  return [...found];
}

export const hasPlaces = (all: readonly (FieldUse | undefined)[]): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => all.includes(axis));
