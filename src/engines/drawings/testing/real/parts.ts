import type { Chance } from '../../../../../test/support/chance.ts';
import type { Pen } from './pen.ts';
import type { Style } from './style.ts';

/*
 * Symbols as norms draw them, the pipe along x, their middle at 0, 0. Each answers half of its length along the pipe.
 */

export interface Part {
  readonly class: string;
  /** Half of what it takes along the pipe, what is around it included. */
  readonly reach: (style: Style) => number;
  readonly draw: (pen: Pen, style: Style, dice: Chance) => number;
  readonly optional?: true;
  readonly equipment?: true;
  readonly properties?: Readonly<Record<string, string>>;
}

const bowTie = (pen: Pen, a: number, b: number) =>
  pen.lines(
    [
      [-a, -b],
      [a, b],
      [a, -b],
      [-a, b],
    ],
    { closed: true },
  );
const bars = (pen: Pen, xs: readonly number[], b: number) => {
  for (const x of xs) pen.line(x, -b, x, b);
};
type DrawValve = (pen: Pen, a: number, b: number, style: Style) => void;
/** `port`: where the pipe ends, when it is not as long as valves are. */
const valve = (name: string, draw: DrawValve, port?: number): Part => ({
  class: name,
  reach: (style) => port ?? style.valve[0],
  draw(pen, style) {
    draw(pen, ...style.valve, style);
    return port ?? style.valve[0];
  },
});

export const inLine: Readonly<Record<string, Part>> = {
  gate: valve('GATE_VALVE', bowTie),
  globe: valve('GLOBE_VALVE', (pen, a, b) => {
    bowTie(pen, a, b);
    pen.circle([0, 0], 0.42 * b, { filled: true });
  }),
  ball: valve('BALL_VALVE', (pen, a, b, { norm, pipe }) => {
    const r = norm === 'norsok' ? 1.05 * b : 0.6 * b;
    pen.circle([0, 0], r);
    if (norm === 'norsok') {
      bars(pen, [-1.3 * b, 1.3 * b], 0.75 * b);
      pen.line(-a, 0, -1.3 * b, 0, { width: pipe });
      pen.line(1.3 * b, 0, a, 0, { width: pipe });
      return;
    }
    const k = r / Math.hypot(a, b);
    for (const s of [-1, 1]) {
      pen.lines([
        [s * a * k, -b * k],
        [s * a, -b],
        [s * a, b],
        [s * a * k, b * k],
      ]);
    }
  }),
  check: valve('CHECK_VALVE', (pen, a, b, { norm }) => {
    if (norm === 'norsok') {
      pen.box([-a, -0.8 * b, a, 0.8 * b]);
      pen.line(-a, 0.8 * b, a, -0.8 * b);
      return;
    }
    bars(pen, [-a, a], b);
    pen.line(-a, b, a, -b);
    if (norm === 'iso') pen.circle([-a, b], 0.4, { filled: true });
  }),
  needle: valve('NEEDLE_VALVE', (pen, a, b) => {
    bowTie(pen, a, b);
    pen.lines(
      [
        [-0.45 * a, -b],
        [0.45 * a, -b],
        [0, 0],
      ],
      { closed: true, filled: true },
    );
  }),
  reducer: valve('REDUCER', (pen, a, b) =>
    pen.lines(
      [
        [-a, -0.9 * b],
        [a, -0.45 * b],
        [a, 0.45 * b],
        [-a, 0.9 * b],
      ],
      { closed: true },
    ),
  ),
  flange: { ...valve('FLANGE', (pen, _a, b) => bars(pen, [-0.5, 0.5], 0.8 * b), 0.5), optional: true },
  orifice: valve(
    'FLOW_ELEMENT',
    (pen, _a, b) => {
      bars(pen, [-0.9, 0.9], 0.8 * b);
      pen.line(0, b, 0, -1.8 * b);
      pen.circle([0, -1.8 * b - 0.6], 0.6);
    },
    0.9,
  ),
  motorValve: {
    ...valve('CONTROL_VALVE', (pen, a, b) => {
      bowTie(pen, a, b);
      pen.line(0, 0, 0, -2.1 * b);
      pen.circle([0, -2.1 * b - 2.2], 2.2);
      pen.write('M', [0, -2.1 * b - 1.3], 1.8);
    }),
    properties: { actuator: 'motor', body: 'gate' },
  },
  controlValve: {
    ...valve('CONTROL_VALVE', (pen, a, b) => {
      bowTie(pen, a, b);
      pen.circle([0, 0], 0.42 * b, { filled: true });
      pen.line(0, 0, 0, -2.2 * b);
      pen.line(-2.5, -2.2 * b, 2.5, -2.2 * b);
      pen.arc([0, -2.2 * b], 2.5, 2.2, 180, 360);
    }),
    properties: { actuator: 'diaphragm', body: 'globe' },
  },
};
const equipment = (name: string, half: number, draw: (pen: Pen, style: Style) => void): Part => ({
  class: name,
  reach: () => half,
  equipment: true,
  draw(pen, style) {
    draw(pen, style);
    return half;
  },
});

export const machines: Readonly<Record<string, Part>> = {
  pump: equipment('PUMP', 5.5, (pen, { pipe }) => {
    pen.circle([0, 0], 5.5, { width: 0.8 * pipe });
    pen.lines([
      [0, -5.5],
      [5.5, 0],
      [0, 5.5],
    ]);
  }),
  exchanger: equipment('HEAT_EXCHANGER', 7, (pen, { pipe }) => {
    pen.circle([0, 0], 7, { width: 0.8 * pipe });
    pen.lines([
      [-7, 0],
      [-2.8, 0],
      [-1, -3.5],
      [1, 3.5],
      [2.8, 0],
      [7, 0],
    ]);
  }),
  vessel: equipment('VESSEL', 9, (pen, { pipe }) => {
    const width = 0.8 * pipe;
    for (const x of [-9, 9]) pen.line(x, -13, x, 13, { width });
    pen.arc([0, -13], 9, 4.5, 180, 360, { width });
    pen.arc([0, 13], 9, 4.5, 0, 180, { width });
    for (const y of [-13, 13]) pen.line(-9, y, 9, y);
  }),
  compressor: equipment('COMPRESSOR', 8, (pen, { pipe }) =>
    pen.lines(
      [
        [-8, -7],
        [8, -3.5],
        [8, 3.5],
        [-8, 7],
      ],
      { closed: true, width: 0.8 * pipe },
    ),
  ),
  filter: equipment('FILTER', 6, (pen, { pipe }) => {
    pen.box([-6, -7, 6, 7], { width: 0.8 * pipe });
    pen.line(-6, 0, 6, 0, { dash: [1.5, 0.8] });
  }),
};
