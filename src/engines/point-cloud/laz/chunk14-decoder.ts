import { type Decoder, decoder, takeSymbol } from './decoder.ts';
import { infraredTaker } from './infrared.ts';
import { channels, type ItemVersion, itemChannel, itemOf } from './layers.ts';
import { type SymbolModel, symbolModel } from './models.ts';
import type { ChunkDecoding } from './perf.ts';
import { point14Decoder } from './point14-decoder.ts';
import { channelOf, pointSize } from './point14-models.ts';
import type { Color } from './rgb.ts';
import { colorTaker } from './rgb-decoder.ts';

const pointLayers = 9;
/** Bytes behind the point, by format: colours, near infrared, waveforms. */
const parts: Readonly<Record<number, { readonly color: 0 | 6; readonly infrared: 0 | 2; readonly wave: 0 | 29 }>> = {
  6: { color: 0, infrared: 0, wave: 0 },
  7: { color: 6, infrared: 0, wave: 0 },
  8: { color: 6, infrared: 2, wave: 0 },
  9: { color: 0, infrared: 0, wave: 29 },
  10: { color: 6, infrared: 2, wave: 29 },
};

/**
 * Decodes a chunk in layers, of formats 6 to 10; waveforms, which nothing here keeps, stay as they are in the first record.
 * Undefined for one that is damaged beyond reading.
 */
export function decodeLayers(
  bytes: Uint8Array,
  { format, stride, count, itemVersion = 3 }: ChunkDecoding,
): Uint8Array | undefined {
  const part = parts[format];
  if (part === undefined) return undefined;
  const added = stride - pointSize - part.color - part.infrared - part.wave;
  if (added < 0 || count < 1 || bytes.length < stride) return undefined;
  const records = new Uint8Array(count * stride);
  for (let n = 0; n < count; n++) records.set(bytes.subarray(0, stride), n * stride);
  const many = pointLayers + (part.color ? 1 : 0) + (part.infrared ? 1 : 0) + (part.wave ? 1 : 0) + added;
  const layers = layersIn(bytes, stride, count, many);
  if (layers === undefined) return undefined;
  const view = new DataView(records.buffer);
  const point = point14Decoder(layers, view);
  const color = part.color ? layers[pointLayers] : undefined;
  const infrared = part.infrared ? layers[pointLayers + 1] : undefined;
  const takes = [
    ...(color ? [colorsFrom(color, view, pointSize, itemVersion)] : []),
    ...(infrared ? [infraredFrom(infrared, view, pointSize + part.color, itemVersion)] : []),
    ...(added > 0 ? [bytesFrom(layers.slice(many - added), view, stride - added, itemVersion)] : []),
  ];
  let before = channelOf(view, 0);
  for (let n = 1; n < count; n++) {
    const at = n * stride;
    const channel = point.take(view, at);
    const told = itemChannel(itemVersion, channel, before);
    before = channel;
    for (const take of takes) take(at, told);
  }
  return records;
}

/** The streams behind the first record, the number of points and their lengths; undefined where they do not fit. */
function layersIn(
  bytes: Uint8Array,
  stride: number,
  count: number,
  many: number,
): readonly (Decoder | undefined)[] | undefined {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = stride + 4 + 4 * many;
  if (at > bytes.length)
    return count === 1 ? Array<Decoder | undefined>(many).fill(decoder(new Uint8Array(4))) : undefined;
  if (head.getUint32(stride, true) !== count) return undefined;
  const found: (Decoder | undefined)[] = [];
  for (let n = 0; n < many; n++) {
    const length = head.getUint32(stride + 4 + 4 * n, true);
    if (at + length > bytes.length) return undefined;
    found.push(length === 0 ? undefined : decoder(bytes.subarray(at, at + length)));
    at += length;
  }
  return found[0] === undefined ? undefined : found;
}

type Take = (at: number, channel: number) => void;

function colorsFrom(from: Decoder, view: DataView, offset: number, version: ItemVersion): Take {
  const first = { red: 0, green: 0, blue: 0 };
  for (const [n, name] of (['red', 'green', 'blue'] as const).entries())
    first[name] = view.getUint16(offset + 2 * n, true);
  const make = (last: Color) => ({ last: { ...last }, take: colorTaker(from) });
  const known = channels(channelOf(view, 0), (before: ReturnType<typeof make> | undefined) =>
    make(before?.last ?? first),
  );
  return (at, channel) => {
    const { now, last } = itemOf(known, channel, version);
    now.take(last);
    view.setUint16(at + offset, last.red, true);
    view.setUint16(at + offset + 2, last.green, true);
    view.setUint16(at + offset + 4, last.blue, true);
  };
}

function infraredFrom(from: Decoder, view: DataView, offset: number, version: ItemVersion): Take {
  const first = view.getUint16(offset, true);
  const make = (value: number) => ({ last: { value }, take: infraredTaker(from) });
  const known = channels(channelOf(view, 0), (before: ReturnType<typeof make> | undefined) =>
    make(before?.last.value ?? first),
  );
  return (at, channel) => {
    const { now, last } = itemOf(known, channel, version);
    last.value = now.take(last.value);
    view.setUint16(at + offset, last.value, true);
  };
}

function bytesFrom(
  layers: readonly (Decoder | undefined)[],
  view: DataView,
  offset: number,
  version: ItemVersion,
): Take {
  const first = new Uint8Array(view.buffer, offset, layers.length);
  const make = (from: Uint8Array) => ({
    last: Uint8Array.from(from),
    models: layers.map((): SymbolModel => symbolModel(256)),
  });
  const known = channels(channelOf(view, 0), (before: ReturnType<typeof make> | undefined) =>
    make(before?.last ?? first),
  );
  return (at, channel) => {
    const { now, last } = itemOf(known, channel, version);
    for (const [n, from] of layers.entries()) {
      const model = now.models[n];
      if (from && model) last[n] = ((last[n] ?? 0) + takeSymbol(from, model)) & 255;
      view.setUint8(at + offset + n, last[n] ?? 0);
    }
  };
}
