import { bowTie, half, rectangle, symbol, valve } from './basic-making.ts';
import type { SymbolShape } from './set.ts';

export const bowTies = [0.5, 0.63, 0.8, 1].map((high) =>
  symbol(`Valve ${high}`, 'GATE_VALVE', { ...valve, rotations: half }, [bowTie(high)]),
);

const filledDot = [0.15, 0.11, 0.07, 0.03].map((r): SymbolShape => ({ circle: [0, 0, r] }));
export const bodyValves = [0.5, 0.63, 0.8].flatMap((high) => [
  symbol(`Globe valve ${high}`, 'GLOBE_VALVE', { ...valve, rotations: half }, [bowTie(high), ...filledDot]),
  symbol(`Ball valve ${high}`, 'BALL_VALVE', { ...valve, rotations: half }, [bowTie(high), { circle: [0, 0, 0.18] }]),
]);

export const actuated = [0.5, 0.65, 0.82].flatMap((high) =>
  [0.55, 0.68, 0.82, 1].flatMap((stem) =>
    [0.28, 0.36, 0.46].flatMap((r) => {
      const line: SymbolShape = { line: [0, 0, 0, -stem] };
      const facts = { ...valve, mirrored: false, width: 4.5 };
      const name = `${high}/${stem}/${r}`;
      return [
        symbol(`Control valve, diaphragm ${name}`, 'CONTROL_VALVE', facts, [
          bowTie(high),
          line,
          { line: [-r, -stem, r, -stem] } as const,
          { arc: [0, -stem, r, 180, 360] } as const,
        ]),
        symbol(`Control valve, piston ${name}`, 'CONTROL_VALVE', facts, [
          bowTie(high),
          line,
          rectangle(-r, -stem - r, r, -stem),
        ]),
      ];
    }),
  ),
);

export const otherValves = [
  ...[0.5, 0.65, 0.85].map((high) =>
    symbol(`Check valve ${high}`, 'CHECK_VALVE', { ...valve, mirrored: true, rotations: half }, [
      {
        polyline: [
          [-0.5, high / 2],
          [-0.5, -high / 2],
          [0.5, high / 2],
          [0.5, -high / 2],
        ],
      },
    ]),
  ),
  ...[0.5, 0.65, 0.85].map((high) =>
    symbol(`Butterfly valve ${high}`, 'BUTTERFLY_VALVE', { ...valve, mirrored: true, rotations: half }, [
      { line: [-0.5, -high / 2, -0.5, high / 2] },
      { line: [0.5, -high / 2, 0.5, high / 2] },
      { line: [-0.5, high / 2, 0.5, -high / 2] },
      { circle: [0, 0, 0.1] },
    ]),
  ),
  symbol('Relief valve', 'RELIEF_VALVE', { ...valve, mirrored: true, inLine: false }, [
    {
      polyline: [
        [0, 0],
        [-0.32, 0.55],
        [0.32, 0.55],
      ],
      closed: true,
    },
    {
      polyline: [
        [0, 0],
        [0.55, -0.32],
        [0.55, 0.32],
      ],
      closed: true,
    },
    {
      polyline: [
        [0, 0],
        [0, -0.15],
        [-0.2, -0.25],
        [0.2, -0.4],
        [-0.2, -0.55],
        [0.2, -0.7],
      ],
    },
  ]),
  ...[0.3, 0.5].map((small) =>
    symbol(`Reducer ${small}`, 'REDUCER', { ...valve, tag: 'none', width: 2.5 }, [
      {
        polyline: [
          [-0.5, -0.4],
          [0.5, -0.4 * small],
          [0.5, 0.4 * small],
          [-0.5, 0.4],
        ],
        closed: true,
      },
    ]),
  ),
];
