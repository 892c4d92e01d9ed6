import { byte, isDigit, isSpace, skipString } from './bytes.ts';
import { parseArguments } from './values.ts';

/** Characters of an instance in which the end of a text is looked for. */
const longest = 20_000;
const lineFeed = 0x0a;

/** Where the next instance, or the end of the section, begins inside of a text: its quote is lost. -1 for a whole text. */
export function brokenOff(bytes: Uint8Array, quote: number, end: number): number {
  for (let at = quote; at < end; at++) {
    if (bytes[at] !== lineFeed) continue;
    let next = at + 1;
    while (isSpace(bytes[next])) next++;
    if (next < bytes.length && (isInstance(bytes, next) || isEnd(bytes, next))) return next;
  }
  return -1;
}

function isInstance(bytes: Uint8Array, from: number): boolean {
  if (bytes[from] !== byte.hash) return false;
  let at = from + 1;
  while (isDigit(bytes[at])) at++;
  const digits = at - from - 1;
  while (isSpace(bytes[at])) at++;
  return digits > 0 && bytes[at] === byte.equals;
}

const isEnd = (bytes: Uint8Array, at: number): boolean =>
  Buffer.from(bytes.slice(at, at + 7)).toString('latin1') === 'ENDSEC;';

/** Whether a text goes on behind the end of its instance. */
export function hasLostQuote(bytes: Uint8Array, open: number, end: number): boolean {
  for (let at = open; at < end; at++) {
    if (bytes[at] === byte.quote) at = skipString(bytes, at) - 1;
    if (at >= end) return true;
  }
  return false;
}

/**
 * Puts the lost quote before or behind a comma, where the instance has as many arguments then as it must have; a blank
 * behind it makes room, so that everything else stays where it is. False where there is no such place.
 */
export function closeText(bytes: Uint8Array, open: number, end: number, count: number): boolean {
  if (end - open > longest) return false;
  for (let at = open + 1; at < end; at++) {
    const before = bytes[at - 1];
    const ends = bytes[at] === byte.comma || bytes[at] === byte.close;
    const begins = before === byte.comma || before === byte.open;
    if (!ends && !begins) continue;
    const whole = Buffer.concat([bytes.slice(open, at), Buffer.of(byte.quote), bytes.slice(at, end)]);
    if (argumentsOf(whole) !== count) continue;
    const blank = blankBehind(whole, at - open);
    const room = blank === -1 ? bytes.indexOf(lineFeed, at) : open + blank - 1;
    bytes.copyWithin(at + 1, at, room);
    bytes[at] = byte.quote;
    return true;
  }
  return false;
}

function argumentsOf(text: Buffer): number {
  try {
    return parseArguments(text, 0).length;
  } catch {
    return -1;
  }
}

/** A blank between arguments; -1 where there is none but the end of the line. */
function blankBehind(text: Buffer, from: number): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === byte.quote) at = skipString(text, at) - 1;
    else if (at > from && isSpace(text[at]) && text[at] !== lineFeed) return at;
  }
  return -1;
}

/** Nothing is left of an instance but its lines. */
export function blanked(bytes: Uint8Array, from: number, end: number): void {
  for (let at = from; at < end; at++) if (bytes[at] !== lineFeed) bytes[at] = 0x20;
}
