import { type Encoder, putSymbol } from './encoder.ts';
import { symbolModel } from './models.ts';

export const grey = 64;

/** Writes colours of 6 bytes, as version 2 of the item: low and high bytes apart, and green and blue by red. */
export interface ColorEncoder {
  begin(view: DataView, at: number): void;
  put(view: DataView, at: number): void;
}

export function colorEncoder(to: Encoder): ColorEncoder {
  const put = colorDifferences(to);
  const last: Color = { red: 0, green: 0, blue: 0 };
  return {
    begin: (view, at) => takeColor(view, at, last),
    put: (view, at) => put(view, at, last),
  };
}

export interface Color {
  red: number;
  green: number;
  blue: number;
}

export function takeColor(view: DataView, at: number, to: Color): void {
  to.red = view.getUint16(at, true);
  to.green = view.getUint16(at + 2, true);
  to.blue = view.getUint16(at + 4, true);
}

/** Puts a colour by what it differs by from another one, which becomes it; answers whether it differs. */
export function colorDifferences(to: Encoder): (view: DataView, at: number, last: Color) => boolean {
  const changes = symbolModel(128);
  const one = () => symbolModel(256);
  const models = [one(), one(), one(), one(), one(), one()] as const;
  const before: Color = { red: 0, green: 0, blue: 0 };
  return (view, at, last) => {
    Object.assign(before, last);
    takeColor(view, at, last);
    const { red, green, blue } = last;
    const [r, g, b] = [before.red, before.green, before.blue];
    const other = differences(r, red) | (differences(g, green) << 2) | (differences(b, blue) << 4);
    const symbol = other | (red === green && red === blue ? 0 : grey);
    putSymbol(to, changes, symbol);
    const low = byteDifference((red & 255) - (r & 255), g & 255, green & 255, blue & 255, b & 255);
    const high = byteDifference((red >> 8) - (r >> 8), g >> 8, green >> 8, blue >> 8, b >> 8);
    if (symbol & 1) putSymbol(to, models[0], low.red & 255);
    if (symbol & 2) putSymbol(to, models[1], high.red & 255);
    if (symbol & grey) {
      // in the order of the stream; what is equal to the point before needs no difference
      if (symbol & 4) putSymbol(to, models[2], low.green & 255);
      if (symbol & 16) putSymbol(to, models[4], low.blue & 255);
      if (symbol & 8) putSymbol(to, models[3], high.green & 255);
      if (symbol & 32) putSymbol(to, models[5], high.blue & 255);
    }
    return other !== 0;
  };
}

/** What the bytes of a colour differ by from what is guessed of them: green by red, blue by both. */
function byteDifference(red: number, green: number, greenNow: number, blueNow: number, blue: number) {
  const both = Math.trunc((red + greenNow - green) / 2);
  return { red, green: greenNow - clamped(red + green), blue: blueNow - clamped(both + blue) };
}

export const clamped = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Bit 0: the low byte is another one; bit 1: the high byte is. */
const differences = (before: number, now: number): number =>
  ((before & 255) === (now & 255) ? 0 : 1) | (before >> 8 === now >> 8 ? 0 : 2);
