import { type Encoder, putSymbol } from './encoder.ts';
import { type IntegerModels, integerModels, putInteger } from './integers.ts';
import { addToMedian, type Median, median, medianOf } from './median.ts';
import { type SymbolModel, symbolModel } from './models.ts';

/** By count and number of returns: which points are alike. */
const returnMap = [
  [15, 14, 13, 12, 11, 10, 9, 8],
  [14, 0, 1, 3, 6, 10, 10, 9],
  [13, 1, 2, 4, 7, 11, 11, 10],
  [12, 3, 4, 5, 8, 12, 12, 11],
  [11, 6, 7, 8, 9, 13, 13, 12],
  [10, 10, 11, 12, 13, 14, 14, 13],
  [9, 10, 11, 12, 13, 14, 15, 14],
  [8, 9, 10, 11, 12, 13, 14, 15],
] as const;

/** Fields that have changed since the point before. */
const changed = { returns: 32, intensity: 16, kind: 8, angle: 4, user: 2, source: 1 } as const;

/** Writes the first 20 bytes of records of formats 0 to 3, as version 2 of the item. */
export interface Point10Encoder {
  /** The first record of a chunk, which stands as it is. */
  begin(view: DataView, at: number): void;
  put(view: DataView, at: number): void;
}

export function point10Encoder(to: Encoder): Point10Encoder {
  const [fields, places] = [fieldsEncoder(to), placeEncoder(to)];
  const last: Fields = { returns: 0, kind: 0, angle: 0, user: 0, source: 0 };
  return {
    begin(view, at) {
      read(view, at, last);
      places.begin(view, at);
    },
    put(view, at) {
      const returns = view.getUint8(at + 14);
      const [number, count] = [returns & 7, (returns >> 3) & 7];
      const like = returnMap[count]?.[number] ?? 0;
      fields(view, at, like, last);
      places.put(view, at, like, Math.abs(count - number), count === 1 ? 1 : 0);
    },
  };
}

/** What a record has besides its place and intensity. */
interface Fields {
  returns: number;
  kind: number;
  angle: number;
  user: number;
  source: number;
}

function read(view: DataView, at: number, fields: Fields): void {
  fields.returns = view.getUint8(at + 14);
  fields.kind = view.getUint8(at + 15);
  fields.angle = view.getUint8(at + 16);
  fields.user = view.getUint8(at + 17);
  fields.source = view.getUint16(at + 18, true);
}

const changesBetween = (now: Fields, last: Fields): number =>
  (now.returns === last.returns ? 0 : changed.returns) |
  (now.kind === last.kind ? 0 : changed.kind) |
  (now.angle === last.angle ? 0 : changed.angle) |
  (now.user === last.user ? 0 : changed.user) |
  (now.source === last.source ? 0 : changed.source);

/** Models of bytes by the byte before. */
function byteModels(): (value: number) => SymbolModel {
  const models: (SymbolModel | undefined)[] = [];
  return (value) => {
    const made = models[value] ?? symbolModel(256);
    models[value] = made;
    return made;
  };
}

/** Puts what has changed since `last`, which becomes the record. */
function fieldsEncoder(to: Encoder) {
  const changes = symbolModel(64);
  const [returnsOf, kindOf, userOf] = [byteModels(), byteModels(), byteModels()];
  const angles = [symbolModel(256), symbolModel(256)] as const;
  const [intensities, sources] = [integerModels(16, 4), integerModels(16)];
  const lastIntensity = new Uint16Array(16);
  const now: Fields = { returns: 0, kind: 0, angle: 0, user: 0, source: 0 };
  return (view: DataView, at: number, like: number, last: Fields): void => {
    read(view, at, now);
    const [intensity, before] = [view.getUint16(at + 12, true), lastIntensity[like] ?? 0];
    const symbol = changesBetween(now, last) | (intensity === before ? 0 : changed.intensity);
    putSymbol(to, changes, symbol);
    if (symbol & changed.returns) putSymbol(to, returnsOf(last.returns), now.returns);
    if (symbol & changed.intensity) {
      putInteger(to, intensities, before, intensity, like < 3 ? like : 3);
      lastIntensity[like] = intensity;
    }
    if (symbol & changed.kind) putSymbol(to, kindOf(last.kind), now.kind);
    if (symbol & changed.angle) putSymbol(to, now.returns & 64 ? angles[1] : angles[0], (now.angle - last.angle) & 255);
    if (symbol & changed.user) putSymbol(to, userOf(last.user), now.user);
    if (symbol & changed.source) putInteger(to, sources, last.source, now.source);
    read(view, at, last);
  };
}

function placeEncoder(to: Encoder) {
  const [xs, ys, zs] = [integerModels(32, 2), integerModels(32, 22), integerModels(32, 20)];
  const medians = (): Median[] => Array.from({ length: 16 }, median);
  const [xMedians, yMedians] = [medians(), medians()];
  const lastHeight = new Int32Array(8);
  let [lastX, lastY] = [0, 0];
  const begin = (view: DataView, at: number) => {
    lastX = view.getInt32(at, true);
    lastY = view.getInt32(at + 4, true);
  };
  return {
    begin,
    put(view: DataView, at: number, like: number, level: number, single: number): void {
      putAlong(to, xs, xMedians[like], (view.getInt32(at, true) - lastX) | 0, single);
      const short = xs.length < 20 ? xs.length & ~1 : 20;
      putAlong(to, ys, yMedians[like], (view.getInt32(at + 4, true) - lastY) | 0, single + short);
      const both = (xs.length + ys.length) >> 1;
      const z = view.getInt32(at + 8, true);
      putInteger(to, zs, lastHeight[level] ?? 0, z, single + (both < 18 ? both & ~1 : 18));
      lastHeight[level] = z;
      begin(view, at);
    },
  };
}

function putAlong(to: Encoder, models: IntegerModels, lately: Median | undefined, step: number, context: number): void {
  if (lately === undefined) throw new Error('A point has more returns than there are.');
  putInteger(to, models, medianOf(lately), step, context);
  addToMedian(lately, step);
}
