import type { Chance } from '../../../../../test/support/chance.ts';
import type { Point } from '../../geometry.ts';
import { blocksOf } from './blocks.ts';
import { inLine, machines, type Part } from './parts.ts';
import { boxSince, type Drawn, type Pen, penOf, widthOfText } from './pen.ts';
import { type Style, styleOf } from './style.ts';
import { tagMaker } from './tags.ts';
import type { RealTruth, TruthBox } from './truth.ts';

export interface RealSheet {
  readonly size: readonly [number, number];
  readonly drawn: Drawn;
  readonly truth: RealTruth;
}

type Mutable<T> = { [K in keyof T]: T[K] extends readonly (infer One)[] ? One[] : T[K] };
type Work = Mutable<Pick<RealTruth, 'symbols' | 'connections' | 'measured' | 'signals' | 'lineNumbers'>>;

interface Lane {
  readonly pen: Pen;
  readonly style: Style;
  readonly dice: Chance;
  readonly tags: ReturnType<typeof tagMaker>;
  readonly work: Work;
}

interface Placed {
  readonly id: string;
  readonly part: Part;
  readonly box: TruthBox;
  /** Where its pipes come in and go out. */
  readonly from: number;
  readonly to: number;
}

/** A sheet of a plant as companies draw them: lanes of machines and valves in pipes, instruments above, blocks around. */
export function realSheet(seed: number): RealSheet {
  const { style, dice } = styleOf(seed);
  const size = style.big ? ([594, 420] as const) : ([420, 297] as const);
  const pen = penOf(style.thin);
  const { area, nonSymbols, sheet } = blocksOf(pen, style, size, dice);
  const work: Work = { symbols: [], connections: [], measured: [], signals: [], lineNumbers: [] };
  const lane: Lane = { pen, style, dice, tags: tagMaker(style, dice), work };
  const [left, top, right, bottom] = area;
  const lanes = Math.floor((bottom - top) / 66);
  for (let n = 0; n < lanes; n++) {
    drawLane(lane, left + 5, right - 5, top + ((bottom - top) * (n + 0.62)) / lanes);
  }
  const texts = pen.drawn.letters.map(({ text, box }) => ({ text, box }));
  return { size, drawn: pen.drawn, truth: { sheet: shown(sheet, style), ...work, drives: [], nonSymbols, texts } };
}

/** What nobody can read is not asked for: without a title block there is the revision of the table alone. */
function shown(sheet: RealTruth['sheet'], { without }: Style): RealTruth['sheet'] {
  return without.includes('title') ? { title: '', number: '', revision: sheet.revision } : sheet;
}

const half = 13;

function drawLane(lane: Lane, left: number, right: number, y: number): void {
  const { dice, work, pen, style, tags } = lane;
  const parts: Part[] = [];
  const kinds = Object.values(inLine);
  const room = Math.floor((right - left - 4 * half) / 24);
  for (let n = 0; n < room; n++) parts.push(n % 3 === 1 ? dice.pick(Object.values(machines)) : dice.pick(kinds));
  const taken = parts.reduce((sum, part) => sum + 2 * part.reach(style), 0);
  const gap = (right - left - 4 * half - taken) / (parts.length + 1);
  let last = connector(lane, left + half, y);
  let number = tags.line();
  let passed = last;
  const gaps: { a: Placed; b: Placed; number: string }[] = [];
  for (const part of parts) {
    const one = place(lane, part, last.to + gap + part.reach(style), y);
    gaps.push({ a: last, b: one, number });
    passed = joined(work, passed, one);
    if (part.equipment) number = tags.line();
    last = one;
  }
  const end = connector(lane, right - half, y);
  gaps.push({ a: last, b: end, number });
  joined(work, passed, end);
  for (const { a, b } of gaps) pen.line(a.to, y, b.from, y, { width: style.pipe });
  numberLines(lane, gaps, y);
  for (const [n, { a, b }] of gaps.entries()) if (n % 2 === 1) instrumentAbove(lane, (a.to + b.from) / 2, y, b);
}

/** Notes that two are joined; answers the one that the next is joined to: not a mark. */
function joined({ connections }: Work, a: Placed, b: Placed): Placed {
  if (b.part.optional) return a;
  connections.push([a.id, b.id]);
  return b;
}

function place({ pen, style, dice, tags, work }: Lane, part: Part, x: number, y: number): Placed {
  const from = pen.drawn.lines.length;
  const letters = pen.drawn.letters.length;
  const port = part.draw(pen, style, dice);
  moveTo(pen, from, letters, x, y);
  const box = boxSince(pen.drawn, from);
  const id = `s${work.symbols.length + 1}`;
  const { optional, properties } = part;
  const tag = isTagged(part) ? tags.of(part.class) : undefined;
  const common = {
    id,
    class: part.class,
    box,
    ...(optional ? { optional } : {}),
    ...(properties ? { properties } : {}),
  };
  work.symbols.push(tag === undefined ? common : { ...common, tag: tag.tag });
  const lines = tag?.lines ?? [];
  for (const [n, line] of lines.entries()) pen.write(line, [x, box[3] + 1.4 + style.text * (1 + 1.45 * n)], style.text);
  return { id, part, box, from: x - port, to: x + port };
}

const isTagged = ({ class: name }: Part): boolean => !['REDUCER', 'FLANGE', 'FLOW_ELEMENT'].includes(name);

/** What was drawn around 0, 0 is moved to its place. */
function moveTo({ drawn }: Pen, fromLine: number, fromLetter: number, x: number, y: number): void {
  const moved = ([px, py]: Point): Point => [px + x, py + y];
  for (let n = fromLine; n < drawn.lines.length; n++) {
    const line = drawn.lines[n];
    if (line) drawn.lines[n] = { ...line, points: line.points.map(moved) };
  }
  for (let n = fromLetter; n < drawn.letters.length; n++) {
    const one = drawn.letters[n];
    if (!one) continue;
    const [a, b, c, d] = one.box;
    drawn.letters[n] = { ...one, at: moved(one.at), box: [a + x, b + y, c + x, d + y] };
  }
}

function connector({ pen, style, tags, work }: Lane, x: number, y: number): Placed {
  const from = pen.drawn.lines.length;
  pen.lines(
    [
      [x - half, y - 3.4],
      [x + half - 4, y - 3.4],
      [x + half, y],
      [x + half - 4, y + 3.4],
      [x - half, y + 3.4],
    ],
    { closed: true },
  );
  const tag = tags.sheet();
  pen.write(tag, [x - 1, y + style.text / 2], Math.min(style.text, 2));
  const id = `s${work.symbols.length + 1}`;
  const box = boxSince(pen.drawn, from);
  work.symbols.push({ id, class: 'OFF_PAGE_CONNECTOR', box, tag });
  return { id, part: { class: '', reach: () => half, draw: () => half }, box, from: x - half, to: x + half };
}

function numberLines({ pen, style, work }: Lane, gaps: readonly { a: Placed; b: Placed; number: string }[], y: number) {
  for (const number of new Set(gaps.map((gap) => gap.number))) {
    const own = gaps.filter((gap) => gap.number === number);
    // where instruments stand there is no room
    const free = own.find((gap) => gaps.indexOf(gap) % 2 === 0);
    if (free === undefined) continue;
    const height = Math.min(style.text, (1.3 * (free.b.from - free.a.to)) / widthOfText(number, 1));
    if (height < 1.4) continue;
    pen.write(number, [(free.a.to + free.b.from) / 2, y - 1.3], height);
    work.lineNumbers.push({ text: number, ends: own.flatMap(({ a, b }) => [a.id, b.id]) });
  }
}

/** An instrument on the pipe, and above it one of the control room, which the next control valve listens to. */
function instrumentAbove(lane: Lane, x: number, y: number, next: Placed): void {
  const { pen, style, work, tags } = lane;
  const r = style.bubble / 2;
  const loop = tags.loop();
  const field = balloon(lane, x, y - 12 - r, 'field', loop.of('PT'));
  pen.line(x, y, x, y - 12);
  work.measured.push([`j${work.measured.length + 1}`, field.id]);
  if (next.part.class !== 'CONTROL_VALVE') return;
  const room = balloon(lane, x, y - 18 - 3 * r, 'dcs', loop.of('PIC'));
  const dash = [2, 1];
  pen.line(x, y - 12 - 2 * r, x, y - 18 - 2 * r, { dash });
  work.signals.push({ between: [field.id, room.id], kind: 'electric' });
  const top = next.box[1];
  const middle = (next.from + next.to) / 2;
  pen.lines(
    [
      [x + r, y - 18 - 3 * r],
      [middle, y - 18 - 3 * r],
      [middle, top],
    ],
    { dash },
  );
  work.signals.push({ between: [room.id, next.id], kind: 'electric' });
}

function balloon({ pen, style, work }: Lane, x: number, y: number, location: 'field' | 'dcs', tag: LoopTag) {
  const from = pen.drawn.lines.length;
  const r = style.bubble / 2;
  pen.circle([x, y], r);
  if (location === 'dcs') {
    pen.box([x - r, y - r, x + r, y + r]);
    pen.line(x - r, y, x + r, y);
  }
  const height = Math.min(style.text, 0.2 * style.bubble);
  pen.write(tag.letters, [x, y - 0.2 * r], height);
  pen.write(tag.number, [x, y + 0.75 * r], height);
  if (tag.before)
    pen.write(tag.before, [x - r - 0.5 - widthOfText(tag.before, height), y - 0.5 * r], height, { anchor: 'start' });
  const id = `s${work.symbols.length + 1}`;
  work.symbols.push({
    id,
    class: 'INSTRUMENT',
    box: boxSince(pen.drawn, from),
    tag: tag.tag,
    properties: { location },
  });
  return { id };
}

type LoopTag = ReturnType<ReturnType<ReturnType<typeof tagMaker>['loop']>['of']>;
