import type { Point } from '../geometry.ts';
import { all, bowTie, circle, half, rectangle, symbol, valve } from './basic-making.ts';
import { filled, lines, oval } from './norm-making.ts';
import type { SymbolRule, SymbolShape } from './set.ts';

/*
 * Valves and what else lies in a pipe, as ISO 10628-2, ISA 5.1 and NORSOK Z-004 draw them: the pipe along x, 1 long.
 */

const dot = (r: number): SymbolShape[] => [r, 0.7 * r, 0.4 * r].map((one) => ({ circle: [0, 0, one] }));
/** So high a dot is drawn: where lines cross they are near to the rest of it. */
const painted = (r: number): SymbolShape => ({ line: [0, -0.9 * r, 0, 0.9 * r], needed: true });
/** A dot of which only the outline is drawn, as some files have it: above and below the middle nothing else is near. */
const ring = (r: number): SymbolShape[] => [
  { circle: [0, 0, r] },
  ...[-0.96, 0.96].map((y): SymbolShape => ({ line: [-0.3 * r, y * r, 0.3 * r, y * r], needed: true })),
];
const bars = (at: number, high: number): SymbolShape[] => [-at, at].map((x) => ({ line: [x, -high / 2, x, high / 2] }));
const mirroredValve = { ...valve, mirrored: true, rotations: half } as const;

/** Half triangles that a circle takes the tips of. */
const cutBowTie = (high: number, r: number): SymbolShape[] => {
  const k = r / Math.hypot(0.5, high / 2);
  return [-1, 1].map((side) => ({
    polyline: [
      [side * 0.5 * k, (-k * high) / 2],
      [side * 0.5, -high / 2],
      [side * 0.5, high / 2],
      [side * 0.5 * k, (k * high) / 2],
    ],
  }));
};

/** Bodies by their names: what is drawn, and how high. */
const bodies: readonly {
  readonly name: string;
  readonly modelClass: string;
  readonly high: number;
  readonly shapes: SymbolShape[];
}[] = [
  ...[0.34, 0.44, 0.55, 0.68].flatMap((high) => [
    { name: 'Gate valve', modelClass: 'GATE_VALVE', high, shapes: [bowTie(high)] },
    {
      name: 'Globe valve',
      modelClass: 'GLOBE_VALVE',
      high,
      shapes: [bowTie(high), ...dot(0.21 * high), painted(0.21 * high)],
    },
    {
      name: 'Globe valve with a ring',
      modelClass: 'GLOBE_VALVE',
      high,
      shapes: [bowTie(high), ...ring(0.21 * high)],
    },
  ]),
  ...[0.44, 0.55, 0.68].flatMap((high) =>
    [0.31, 0.42].map((r) => ({
      name: `Ball valve ${r}`,
      modelClass: 'BALL_VALVE',
      high,
      shapes: [...cutBowTie(high, r * high), { circle: [0, 0, r * high] } as const],
    })),
  ),
];

const bodyValves = bodies.map(({ name, modelClass, high, shapes }) =>
  symbol(`${name} ${high}`, modelClass, { ...valve, rotations: half }, shapes),
);

/** A ball as a circle between bars. */
const balls = [1.12, 1.25, 1.45].flatMap((at) =>
  [0.7, 1].map((high) =>
    symbol(`Ball valve between bars ${at}/${high}`, 'BALL_VALVE', { ...valve, rotations: half }, [
      circle,
      ...bars(0.5 * at, high),
    ]),
  ),
);

const checks = [
  ...[0.42, 0.52, 0.64].map((high) =>
    symbol(`Check valve as a box ${high}`, 'CHECK_VALVE', mirroredValve, [
      rectangle(-0.5, -high / 2, 0.5, high / 2),
      { line: [-0.5, high / 2, 0.5, -high / 2] },
    ]),
  ),
  ...[0.46, 0.56, 0.68].flatMap((high) => {
    const line: Point[] = [
      [-0.5, high / 2],
      [-0.5, -high / 2],
      [0.5, high / 2],
      [0.5, -high / 2],
    ];
    const head: Point[] = [
      [0.5, high / 2],
      [0.3, 0.46 * high],
      [0.37, 0.14 * high],
    ];
    return [
      symbol(`Check valve with an arrow ${high}`, 'CHECK_VALVE', { ...valve, mirrored: true }, [
        { polyline: line },
        ...filled(head),
      ]),
      symbol(`Check valve with a dot ${high}`, 'CHECK_VALVE', { ...valve, mirrored: true }, [
        { polyline: line },
        ...[0.07, 0.045, 0.02].map((r): SymbolShape => ({ circle: [-0.5, -high / 2, r] })),
      ]),
    ];
  }),
  ...[0.5, 0.7].map((high) =>
    symbol(`Check valve as a triangle ${high}`, 'CHECK_VALVE', valve, [
      ...filled([
        [-0.5, -high / 2],
        [0.5, 0],
        [-0.5, high / 2],
      ]),
      { line: [0.5, -high / 2, 0.5, high / 2] },
    ]),
  ),
];

const butterflies = [0.55, 0.7, 0.9].map((high) =>
  symbol(`Butterfly valve with a disc ${high}`, 'BUTTERFLY_VALVE', mirroredValve, [
    ...bars(0.5, high),
    { line: [-0.5, 0.45 * high, 0.5, -0.45 * high] },
    ...dot(0.14 * high),
  ]),
);

const needles = [0.44, 0.55, 0.68].flatMap((high) => {
  const tip: Point[] = [
    [-0.225, -high / 2],
    [0.225, -high / 2],
    [0, 0],
  ];
  return [
    symbol(`Needle valve ${high}`, 'NEEDLE_VALVE', valve, [bowTie(high), ...filled(tip)]),
    symbol(`Needle valve, open ${high}`, 'NEEDLE_VALVE', valve, [bowTie(high), { polyline: tip, closed: true }]),
  ];
});

const threeWays = [0.44, 0.55, 0.68].map((high) =>
  symbol(`Three-way valve ${high}`, 'THREE_WAY_VALVE', valve, [
    bowTie(high),
    lines(true, [0, 0], [-high / 2, 0.5], [high / 2, 0.5]),
  ]),
);

const reliefs = [0.44, 0.55, 0.68].flatMap((high) =>
  [0.14, 0.19, 0.25].map((wide) =>
    symbol(
      `Relief valve with a spring ${high}/${wide}`,
      'RELIEF_VALVE',
      { ...valve, mirrored: true, inLine: false, width: 3.5 },
      [
        lines(true, [0, 0], [-high / 2, 0.5], [high / 2, 0.5]),
        lines(true, [0, 0], [0.5, -high / 2], [0.5, high / 2]),
        { line: [0, 0, 0, -0.65] },
        ...[0, 1, 2].map((n): SymbolShape => ({ line: [-wide, -0.225 - 0.15 * n, wide, -0.3 - 0.15 * n] })),
      ],
    ),
  ),
);

const small = { ...valve, tag: 'none', width: 2.2, range: [0.8, 4.2] } as const;
const reducers = [0.5, 0.63, 0.8].flatMap((high) => [
  symbol(`Reducer of a pipe ${high}`, 'REDUCER', { ...small }, [
    lines(true, [-0.5, -high / 2], [0.5, -high / 4], [0.5, high / 4], [-0.5, high / 2]),
  ]),
  symbol(`Eccentric reducer ${high}`, 'REDUCER', { ...small, mirrored: true }, [
    lines(true, [-0.5, -high / 2], [0.5, 0], [0.5, high / 2], [-0.5, high / 2]),
  ]),
]);

const flowElements = [1.5, 1.9, 2.4].flatMap((high) =>
  [0.35, 0.45].map((r) =>
    symbol(`Flow element ${high}/${r}`, 'FLOW_ELEMENT', { ...valve, tag: 'near', width: 3 }, [
      ...bars(0.6, 0.66 * high),
      { line: [0, 0.42 * high, 0, -0.75 * high] },
      { circle: [0, -0.75 * high - r, r] },
    ]),
  ),
);

const blindFill = [0.5, 0.38, 0.26, 0.14];
const blinds = [
  symbol('Spectacle blind', 'SPECTACLE_BLIND', { ...valve, tag: 'none', width: 2.8, range: [1, 6] }, [
    circle,
    ...blindFill.map((r): SymbolShape => ({ circle: [0, -1, r] })),
  ]),
  symbol('Spectacle blind, open', 'SPECTACLE_BLIND', { ...valve, tag: 'none', width: 2.8, range: [1, 6] }, [
    circle,
    { circle: [0, -1, 0.5] },
  ]),
];

const strainers = [
  ...[0.5, 0.6, 0.72].map((high) => {
    const b = high / 2;
    return symbol(`Y strainer ${high}`, 'STRAINER', { ...valve, mirrored: true }, [
      { line: [-0.5, 0, 0.5, 0] },
      ...bars(0.5, 1.4 * b),
      lines(false, [-0.1, 0], [0.375, 1.7 * b], [0.55, 1.2 * b], [0.2, 0]),
    ]);
  }),
  ...[0.44, 0.55, 0.68].map((high) =>
    symbol(`Strainer as a box ${high}`, 'STRAINER', mirroredValve, [
      rectangle(-0.5, -high / 2, 0.5, high / 2),
      { line: [-0.5, high / 2, 0.5, -high / 2], dashed: true },
    ]),
  ),
];

/* What stands on a valve and moves it; alone it is nothing: see assemble.ts. */
const part = { ...valve, inLine: false, tag: 'none', width: 2.2, range: [0.7, 6] } as const;
const actuator = (kind: string) => ({ actuator: kind });
const actuators: SymbolRule[] = [
  ...[0.34, 0.42, 0.5].map((high) => ({
    ...symbol(`Diaphragm ${high}`, 'ACTUATOR', { ...part, rotations: all }, [oval([0, 0], 0.5, high, 180, 360, true)]),
    properties: actuator('diaphragm'),
  })),
  ...[0.65, 0.8, 1].map((high) => ({
    ...symbol(`Piston ${high}`, 'ACTUATOR', { ...part, rotations: half }, [
      rectangle(-0.5, -high / 2, 0.5, high / 2),
      { line: [-0.5, 0, 0.5, 0] },
    ]),
    properties: actuator('piston'),
  })),
  {
    ...symbol('Solenoid', 'ACTUATOR', { ...part, rotations: [0] }, [rectangle(-0.5, -0.5, 0.5, 0.5)]),
    inside: 'S',
    properties: actuator('solenoid'),
  },
];

export const normValves: readonly SymbolRule[] = [
  ...[bodyValves, balls, checks, butterflies, needles, threeWays, reliefs, reducers, flowElements, blinds].flat(),
  ...[strainers, actuators].flat(),
];
