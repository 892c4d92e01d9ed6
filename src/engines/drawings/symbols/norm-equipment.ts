import type { Point } from '../geometry.ts';
import { all, circle, equipment, half, rectangle, symbol } from './basic-making.ts';
import { lines, oval } from './norm-making.ts';
import type { SymbolRule, SymbolShape } from './set.ts';

/*
 * Equipment and instruments, as ISO 10628-2, ISA 5.1 and NORSOK Z-004 draw them.
 */

const near = { ...equipment, tag: 'near' } as const;
const level = (y: number, from = -0.5, to = 0.5): SymbolShape => ({ line: [from, y, to, y] });
const upright = (x: number, from: number, to: number): SymbolShape => ({ line: [x, from, x, to] });
const of = (kind: string, rule: SymbolRule): SymbolRule => ({ ...rule, properties: { kind } });

const pumps: SymbolRule[] = [
  ...[1.3, 1.15].map((foot) =>
    symbol(`Pump with discharge and feet ${foot}`, 'PUMP', { ...near, mirrored: true, rotations: [0], width: 5 }, [
      circle,
      lines(false, [0, -0.5], [0.5, -0.5], [0.5, 0]),
      lines(false, [-0.3, 0.4], [-0.475, foot / 2], [0.475, foot / 2], [0.3, 0.4]),
    ]),
  ),
  symbol('Pump with discharge', 'PUMP', { ...near, mirrored: true, width: 5 }, [
    circle,
    lines(false, [0, -0.5], [0.5, -0.5], [0.5, 0]),
  ]),
  ...[0.2, 0.25].map((r) =>
    of(
      'rotary',
      symbol(`Gear pump ${r}`, 'PUMP', { ...near, rotations: half, width: 5 }, [
        circle,
        { circle: [0, -r, r] },
        { circle: [0, r, r] },
      ]),
    ),
  ),
  ...[0.5, 0.58, 0.7].map((high) =>
    of(
      'reciprocating',
      symbol(`Piston pump as a box ${high}`, 'PUMP', { ...near, width: 5.5 }, [
        rectangle(-0.5, -high / 2, 0.5, high / 2),
        upright(-0.166, -high / 2, high / 2),
        level(0, -0.5, -0.166),
      ]),
    ),
  ),
];

const compressors = [0.7, 0.875, 1.1].flatMap((high) =>
  [0.4, 0.5, 0.6].map((end) =>
    symbol(`Compressor that narrows ${high}/${end}`, 'COMPRESSOR', { ...near, width: 7.5, range: [4.3, 40] }, [
      lines(true, [-0.5, -high / 2], [0.5, (-high * end) / 2], [0.5, (high * end) / 2], [-0.5, high / 2]),
    ]),
  ),
);

const shells = [0.22, 0.3, 0.4].flatMap((high) =>
  [0.12, 0.2].map((cap) => {
    const b = high / 2;
    return of(
      'shellAndTube',
      symbol(`Shell and tubes ${high}/${cap}`, 'HEAT_EXCHANGER', { ...near, rotations: half, width: 20 }, [
        rectangle(-0.5, -b, 0.5, b),
        ...[-0.525, 0.525].flatMap((x): SymbolShape[] => [
          upright(x, -1.2 * b, 1.2 * b),
          { line: [x, -1.18 * b, x, -1.06 * b], needed: true },
          { line: [x, 1.06 * b, x, 1.18 * b], needed: true },
        ]),
        oval([-0.525, 0], cap, b, 90, 270),
        oval([0.525, 0], cap, b, -90, 90),
      ]),
    );
  }),
);
const plates = [0.9, 1.11, 1.35].flatMap((high) => [
  of(
    'plate',
    symbol(`Plates ${high}`, 'HEAT_EXCHANGER', { ...near, rotations: half, width: 8 }, [
      rectangle(-0.5, -high / 2, 0.5, high / 2),
      ...[-2, -1, 0, 1, 2].map((n) => upright(n / 6, -high / 2, high / 2)),
    ]),
  ),
  of(
    'plate',
    symbol(`Box crossed by dashes ${high}`, 'HEAT_EXCHANGER', { ...near, rotations: half, width: 8 }, [
      rectangle(-0.5, -high / 2, 0.5, high / 2),
      ...[-0.555, 0.555].map((x) => upright(x, -0.6 * high, 0.6 * high)),
      { line: [-0.5, -high / 2, 0.5, high / 2], dashed: true },
      { line: [-0.5, high / 2, 0.5, -high / 2], dashed: true },
    ]),
  ),
  of(
    'plate',
    symbol(`Box crossed ${high}`, 'HEAT_EXCHANGER', { ...near, rotations: half, width: 8 }, [
      rectangle(-0.5, -high / 2, 0.5, high / 2),
      { line: [-0.5, -high / 2, 0.5, high / 2] },
      { line: [-0.5, high / 2, 0.5, -high / 2] },
    ]),
  ),
]);

const heaters = [1.3, 1.46, 1.7].map((high) => {
  const top = -0.63 * high;
  const bottom = 0.37 * high;
  const outline: Point[] = [
    [-0.5, bottom],
    [-0.5, -0.21 * high],
    [-0.154, -0.395 * high],
    [-0.154, top],
    [0.154, top],
    [0.154, -0.395 * high],
    [0.5, -0.21 * high],
    [0.5, bottom],
  ];
  return of(
    'fired',
    symbol(`Fired heater ${high}`, 'HEATER', { ...near, rotations: all, width: 16 }, [
      { polyline: outline, closed: true },
      lines(
        false,
        [-0.5, 0],
        [-0.31, 0],
        [-0.23, -0.15],
        [-0.08, 0.15],
        [0.08, -0.15],
        [0.23, 0.15],
        [0.31, 0],
        [0.5, 0],
      ),
    ]),
  );
});

const filters = [0.95, 1.17, 1.4].flatMap((high) => {
  const box = rectangle(-0.5, -high / 2, 0.5, high / 2);
  const hopper = lines(false, [-0.5, high / 2], [0, high / 2 + 0.25], [0.5, high / 2]);
  const across: SymbolShape = { line: [-0.5, 0, 0.5, 0], dashed: true };
  const along: SymbolShape = { line: [0, -high / 2, 0, high / 2], dashed: true };
  const facts = { ...near, rotations: [0], width: 6 } as const;
  return [across, along].flatMap((line, n) => [
    symbol(`Filter ${high} ${n}`, 'FILTER', facts, [box, line]),
    symbol(`Filter with a hopper ${high} ${n}`, 'FILTER', facts, [box, hopper, line]),
  ]);
});

const tanks = [0.5, 0.7, 0.95].map((high) =>
  symbol(`Tank with a floating roof ${high}`, 'TANK', { ...equipment, tag: 'inside', rotations: [0], width: 14 }, [
    lines(false, [-0.5, 0], [-0.5, high], [0.5, high], [0.5, 0]),
    rectangle(-0.47, 0.17 * high, 0.47, 0.27 * high),
  ]),
);

const motor: SymbolRule = {
  ...symbol('Motor', 'MOTOR', { ...near, rotations: [0], width: 3.2, range: [1, 8] }, [circle]),
  inside: 'M',
  properties: { actuator: 'motor' },
};

const balloon = { ...equipment, rotations: half, tag: 'split', width: 4.5 } as const;
const square = rectangle(-0.5, -0.5, 0.5, 0.5);
const diamond = lines(true, [0, -0.5], [0.5, 0], [0, 0.5], [-0.5, 0]);
const at = (location: string, name: string, shapes: readonly SymbolShape[]): SymbolRule => ({
  ...symbol(name, 'INSTRUMENT', balloon, shapes),
  properties: { location },
});
const instruments: SymbolRule[] = [
  at('dcs', 'Instrument of a control system', [circle, square, level(0)]),
  at('dcsField', 'Instrument of a control system in the field', [circle, square]),
  at('logic', 'Instrument of logic', [square, diamond]),
  at('logic', 'Instrument of logic with a circle', [circle, square, diamond]),
  at('auxiliary', 'Instrument on an auxiliary panel', [
    circle,
    level(-0.032, -0.499, 0.499),
    level(0.032, -0.499, 0.499),
  ]),
  at('behindPanel', 'Instrument behind a panel', [circle, { line: [-0.5, 0, 0.5, 0], dashed: true }]),
  at('computer', 'Instrument of a computer', [
    lines(true, [-0.5, 0], [-0.25, -0.433], [0.25, -0.433], [0.5, 0], [0.25, 0.433], [-0.25, 0.433]),
  ]),
];

const connector = { ...equipment, rotations: half, tag: 'inside', width: 14 } as const;
const connectors = [3, 4.4, 6, 8].flatMap((long) =>
  [0.5, 0.65, 0.9].map((tip) =>
    symbol(`Off-page connector with two points ${long}/${tip}`, 'OFF_PAGE_CONNECTOR', connector, [
      lines(
        true,
        [-long / 2, 0],
        [tip - long / 2, -0.5],
        [long / 2 - tip, -0.5],
        [long / 2, 0],
        [long / 2 - tip, 0.5],
        [tip - long / 2, 0.5],
      ),
    ]),
  ),
);
const pointed = [4.4, 6, 8].flatMap((long) =>
  [0.6, 0.9].map((tip) =>
    symbol(`Long off-page connector ${long}/${tip}`, 'OFF_PAGE_CONNECTOR', { ...connector, rotations: all }, [
      lines(true, [0, -0.5], [long - tip, -0.5], [long, 0], [long - tip, 0.5], [0, 0.5]),
    ]),
  ),
);

export const normEquipment: readonly SymbolRule[] = [
  ...[pumps, compressors, shells, plates, heaters, filters, tanks, instruments, connectors, pointed].flat(),
  motor,
];
