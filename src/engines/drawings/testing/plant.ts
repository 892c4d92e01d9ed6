import { type Chance, chanceOf } from '../../../../test/support/chance.ts';
import { arcPoints, circlePoints } from '../curves.ts';
import type { Point } from '../geometry.ts';
import type { Truth } from './accuracy.ts';

/*
 * Plants that nobody has drawn: equipment, valves and instruments of any proportions in rows, with pipes between them.
 * The same number gives the same plant.
 */

export interface Line {
  readonly points: readonly Point[];
  readonly dashed: boolean;
}

export interface Label {
  readonly text: string;
  /** The middle of its base line. */
  readonly at: Point;
  readonly size: number;
}

export interface Plant {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly labels: readonly Label[];
  readonly truth: Truth;
}

interface Placed {
  readonly tag: string;
  /** Where pipes from the left and from the right reach it. */
  readonly left: Point;
  readonly right: Point;
}

interface Drafting {
  readonly dice: Chance;
  readonly lines: Line[];
  readonly labels: Label[];
  readonly sym: { type: string; tag: string; x: number; y: number }[];
  readonly edges: string[][];
  readonly inst: string[][];
  readonly size: number;
  readonly open: boolean;
  count: number;
}

const closed = (points: readonly Point[]): readonly Point[] => [...points, ...points.slice(0, 1)];

/** A plant of so many rows; `open`: with valves whose lines surround nothing, too. */
export function plantOf(seed: number, rows = 3, open = false): Plant {
  const dice = chanceOf(seed);
  const d: Drafting = {
    dice,
    lines: [],
    labels: [],
    sym: [],
    edges: [],
    inst: [],
    size: dice.between(11, 16),
    open,
    count: 100,
  };
  let y = 150 + dice.between(0, 40);
  let width = 0;
  let last: Placed | undefined;
  for (let row = 0; row < rows; row++) {
    let x = 120 + dice.between(0, 60);
    let before: Placed | undefined;
    for (let column = 0; column < 4; column++) {
      const here = equipment(d, x, y);
      if (before && dice.happens(0.85)) pipe(d, before, here, y);
      before = here;
      x += 300 + dice.between(0, 90);
      width = Math.max(width, x);
    }
    // of two pipes with corners none may lie on the other
    const turns = last !== undefined && before !== undefined && dice.happens(0.7);
    if (last && before && turns) around(d, last, before, Math.max(x, width) - 120);
    last = turns ? undefined : before;
    y += 280 + dice.between(0, 70);
  }
  const height = y;
  const frame: readonly Point[] = [
    [15, 15],
    [width - 15, 15],
    [width - 15, height - 15],
    [15, height - 15],
  ];
  return {
    width,
    height,
    labels: d.labels,
    truth: { sym: d.sym, edges: d.edges, inst: d.inst },
    lines: [...d.lines, { points: closed(frame), dashed: false }],
  };
}

const draw = (d: Drafting, points: readonly Point[], dashed = false) => void d.lines.push({ points, dashed });
const write = (d: Drafting, text: string, at: Point, size = d.size) => void d.labels.push({ text, at, size });

function equipment(d: Drafting, x: number, y: number): Placed {
  const kind = d.dice.pick(['vessel', 'tank', 'exchanger', 'pump'] as const);
  const tag = `${{ vessel: 'V', tank: 'T', exchanger: 'E', pump: 'P' }[kind]}-${++d.count}`;
  return shapes[kind](d, x, y, tag);
}

type Shape = (d: Drafting, x: number, y: number, tag: string) => Placed;

const vessel: Shape = (d, x, y, tag) => {
  const w = d.dice.between(50, 76);
  const h = w * d.dice.between(1, 2);
  const depth = (w / 2) * d.dice.pick([1, 1, 0.5]);
  const [l, r, t, b] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
  draw(
    d,
    closed([
      [l, t],
      [r, t],
      [r, b],
      [l, b],
    ]),
  );
  draw(d, arcPoints({ center: [x, t], rx: w / 2, ry: depth, from: Math.PI, to: 2 * Math.PI }));
  draw(d, arcPoints({ center: [x, b], rx: w / 2, ry: depth, from: 0, to: Math.PI }));
  write(d, tag, [x, y + 5]);
  d.sym.push({ type: 'vessel', tag, x, y });
  return { tag, left: [l, y], right: [r, y] };
};

const tank: Shape = (d, x, y, tag) => {
  const w = d.dice.between(70, 105);
  const h = w * d.dice.between(0.6, 1.4);
  const roof = w * d.dice.between(0.14, 0.34);
  const [l, r, t, b] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
  draw(
    d,
    closed([
      [l, t],
      [r, t],
      [r, b],
      [l, b],
    ]),
  );
  draw(d, [
    [l, t],
    [x, t - roof],
    [r, t],
  ]);
  write(d, tag, [x, y + 5]);
  d.sym.push({ type: 'tank', tag, x, y: (t - roof + b) / 2 });
  return { tag, left: [l, y], right: [r, y] };
};

const exchanger: Shape = (d, x, y, tag) => {
  const r = d.dice.between(26, 38);
  const forms: readonly (readonly Point[])[] = [
    [
      [-1, 0],
      [-0.5, 0],
      [-0.17, -0.5],
      [0.22, 0.5],
      [0.5, 0],
      [1, 0],
    ],
    [
      [-1, 0],
      [-0.5, 0],
      [-0.24, -0.7],
      [0.24, 0.7],
      [0.5, 0],
      [1, 0],
    ],
    [
      [-1, 0],
      [-0.34, -0.5],
      [0.34, 0.5],
      [1, 0],
    ],
  ];
  draw(d, circlePoints([x, y], r));
  draw(
    d,
    d.dice.pick(forms).map(([px, py]): Point => [x + px * r, y + py * r]),
  );
  write(d, tag, [x, y + r + d.size + d.dice.between(3, 10)]);
  d.sym.push({ type: 'exchanger', tag, x, y });
  return { tag, left: [x - r, y], right: [x + r, y] };
};

const pump: Shape = (d, x, y, tag) => {
  const r = d.dice.between(22, 32);
  const corner = (d.dice.between(95, 145) * Math.PI) / 180;
  const points: readonly Point[] = [
    [x + r * Math.cos(corner), y - r * Math.sin(corner)],
    [x + r, y],
    [x + r * Math.cos(corner), y + r * Math.sin(corner)],
  ];
  draw(d, circlePoints([x, y], r));
  draw(d, d.dice.happens(0.5) ? points : closed(points));
  write(d, tag, [x, y + r + d.size + d.dice.between(3, 10)]);
  d.sym.push({ type: 'pump', tag, x, y });
  return { tag, left: [x - r, y], right: [x + r, y] };
};

const shapes: Readonly<Record<'vessel' | 'tank' | 'exchanger' | 'pump', Shape>> = { vessel, tank, exchanger, pump };

/** A pipe along a row, with or without a valve, an instrument and a number. */
function pipe(d: Drafting, from: Placed, to: Placed, y: number): void {
  const [x0, x1] = [from.right[0], to.left[0]];
  const number = `${d.dice.pick([2, 3, 4, 6, 8])}"-${d.dice.pick(['PW', 'CW', 'ST'])}-${1000 + d.edges.length}`;
  const at = d.dice.happens(0.75) ? x0 + (x1 - x0) * d.dice.between(0.28, 0.36) : undefined;
  const [begin, end] = at === undefined ? [x0, x0] : valve(d, at, y);
  const tag = at === undefined ? from.tag : (d.sym.at(-1)?.tag ?? '');
  if (at !== undefined) {
    draw(d, [
      [x0, y],
      [begin, y],
    ]);
    d.edges.push([from.tag, tag]);
  }
  draw(d, [
    [end, y],
    [x1, y],
  ]);
  d.edges.push([tag, to.tag]);
  write(d, number, [x1 - 62, y - 7], d.size * 0.9);
  if (d.dice.happens(0.6)) instrument(d, x0 + (x1 - x0) * 0.58, y, number);
}

/** Answers where its pipes end. */
function valve(d: Drafting, x: number, y: number): [number, number] {
  const w = d.dice.between(26, 36);
  const h = w * d.dice.between(0.5, 0.85);
  const [l, r, t, b] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
  if (d.open && d.dice.happens(0.5)) {
    openValve(d, [l, r, t, b]);
    return [l, r];
  }
  draw(
    d,
    closed([
      [l, t],
      [r, b],
      [r, t],
      [l, b],
    ]),
  );
  const control = d.dice.happens(0.4);
  const tag = `${control ? 'CV' : 'HV'}-${++d.count}`;
  let top = y - h / 2;
  if (control) {
    const [stem, size] = [w * d.dice.between(0.62, 0.95), w * d.dice.between(0.3, 0.46)];
    draw(d, [
      [x, y],
      [x, y - stem],
    ]);
    if (d.dice.happens(0.5)) {
      draw(d, [
        [x - size, y - stem],
        [x + size, y - stem],
      ]);
      draw(d, arcPoints({ center: [x, y - stem], rx: size, ry: size, from: Math.PI, to: 2 * Math.PI }));
    } else {
      const up = y - stem;
      draw(
        d,
        closed([
          [x - size, up],
          [x + size, up],
          [x + size, up - size],
          [x - size, up - size],
        ]),
      );
    }
    top = y - stem - size;
  }
  write(d, tag, [x, b + d.size + d.dice.between(2, 8)], d.size * 0.9);
  d.sym.push({ type: control ? 'control_valve' : 'valve', tag, x, y: (top + b) / 2 });
  return [l, r];
}

/** A check or a butterfly valve: two bars with a slanting line between them. */
function openValve(d: Drafting, [l, r, t, b]: readonly [number, number, number, number]): void {
  const [from, to] = d.dice.happens(0.5) ? [t, b] : [b, t];
  const [x, y] = [(l + r) / 2, (t + b) / 2];
  const type = d.dice.pick(['check_valve', 'butterfly_valve'] as const);
  const bars: readonly (readonly Point[])[] = [
    [
      [l, t],
      [l, b],
    ],
    [
      [r, t],
      [r, b],
    ],
    [
      [l, from],
      [r, to],
    ],
  ];
  for (const bar of bars) draw(d, bar);
  if (type === 'butterfly_valve') draw(d, circlePoints([x, y], (r - l) * d.dice.between(0.08, 0.12)));
  const tag = `HV-${++d.count}`;
  write(d, tag, [x, b + d.size + d.dice.between(2, 8)], d.size * 0.9);
  d.sym.push({ type, tag, x, y });
}

function instrument(d: Drafting, x: number, y: number, number: string): void {
  const r = d.size * d.dice.between(1.5, 1.9);
  const cy = y - 50 - r - d.dice.between(0, 20);
  const [letters, n] = [d.dice.pick(['FT', 'PI', 'LIC', 'TT', 'FIC']), 200 + d.inst.length];
  draw(d, circlePoints([x, cy], r));
  if (d.dice.happens(0.6))
    draw(d, [
      [x - r, cy],
      [x + r, cy],
    ]);
  draw(
    d,
    [
      [x, cy + r],
      [x, y],
    ],
    true,
  );
  write(d, letters, [x, cy - 0.25 * d.size], d.size * 0.85);
  write(d, String(n), [x, cy + 0.95 * d.size], d.size * 0.85);
  d.sym.push({ type: 'instrument', tag: `${letters}-${n}`, x, y: cy });
  d.inst.push([`${letters}-${n}`, `@${number}`]);
}

/** A pipe with corners, from the last of one row to the last of the next. */
function around(d: Drafting, from: Placed, to: Placed, x: number): void {
  draw(d, [from.right, [x, from.right[1]], [x, to.right[1]], to.right]);
  d.edges.push([from.tag, to.tag]);
}
