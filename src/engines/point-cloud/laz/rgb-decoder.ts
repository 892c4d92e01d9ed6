import { type Decoder, takeSymbol } from './decoder.ts';
import { symbolModel } from './models.ts';
import { type Color, clamped, grey } from './rgb.ts';

/** Takes a colour by what it differs by from another one, which becomes it. */
export function colorTaker(from: Decoder): (last: Color) => void {
  const changes = symbolModel(128);
  const models = Array.from({ length: 6 }, () => symbolModel(256));
  return (last) => {
    const symbol = takeSymbol(from, changes);
    const byte = (n: number, guess: number, before: number): number => {
      const model = models[n];
      return symbol & (1 << n) && model ? (takeSymbol(from, model) + guess) & 255 : before;
    };
    const { red, green, blue } = last;
    const now = { redLow: byte(0, red & 255, red & 255), redHigh: byte(1, red >> 8, red >> 8) };
    last.red = now.redLow | (now.redHigh << 8);
    if ((symbol & grey) === 0) {
      last.green = last.red;
      last.blue = last.red;
      return;
    }
    const [low, high] = [now.redLow - (red & 255), now.redHigh - (red >> 8)];
    const greenLow = byte(2, clamped(low + (green & 255)), green & 255);
    const bothLow = Math.trunc((low + greenLow - (green & 255)) / 2);
    const blueLow = byte(4, clamped(bothLow + (blue & 255)), blue & 255);
    const greenHigh = byte(3, clamped(high + (green >> 8)), green >> 8);
    const bothHigh = Math.trunc((high + greenHigh - (green >> 8)) / 2);
    const blueHigh = byte(5, clamped(bothHigh + (blue >> 8)), blue >> 8);
    last.green = greenLow | (greenHigh << 8);
    last.blue = blueLow | (blueHigh << 8);
  };
}
