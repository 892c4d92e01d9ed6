import { arcPoints } from '../curves.ts';
import type { Point } from '../geometry.ts';
import { circle, equipment, half, rectangle, symbol } from './basic-making.ts';
import type { SymbolShape } from './set.ts';

/** A head of a vessel: half an ellipse over the line from (-0.5, y) to (0.5, y), up by `depth`. */
const head = (y: number, depth: number): SymbolShape => ({
  polyline: arcPoints({ center: [0, y], rx: 0.5, ry: depth, from: Math.PI, to: 2 * Math.PI }),
});

export const vessels = [0.8, 1.05, 1.3, 1.65, 2.1, 2.8, 3.8].flatMap((tall) =>
  [0.5, 0.26].flatMap((depth) => {
    const facts = { ...equipment, rotations: half, tag: 'inside', width: 10 } as const;
    const heads = [head(-tall / 2, depth), head(tall / 2, -depth)];
    const sides: SymbolShape[] = [
      { line: [-0.5, -tall / 2, -0.5, tall / 2] },
      { line: [0.5, -tall / 2, 0.5, tall / 2] },
    ];
    return [
      symbol(`Vessel ${tall}/${depth}`, 'VESSEL', facts, [rectangle(-0.5, -tall / 2, 0.5, tall / 2), ...heads]),
      symbol(`Vessel without seams ${tall}/${depth}`, 'VESSEL', facts, [...sides, ...heads]),
    ];
  }),
);

export const tanks = [0.6, 0.85, 1.15, 1.5, 1.9].flatMap((tall) =>
  [0.13, 0.2, 0.28, 0.36].map((roof) =>
    symbol(`Tank ${tall}/${roof}`, 'TANK', { ...equipment, tag: 'inside', width: 10 }, [
      rectangle(-0.5, 0, 0.5, tall),
      {
        polyline: [
          [-0.5, 0],
          [0, -roof],
          [0.5, 0],
        ],
      },
    ]),
  ),
);

const onCircle = (degrees: number): Point => [
  0.5 * Math.cos((degrees * Math.PI) / 180),
  0.5 * Math.sin((degrees * Math.PI) / 180),
];

export const pumps = [90, 100, 110, 120, 130, 140, 150].flatMap((corner) =>
  [true, false].map((closed) =>
    symbol(`Pump ${corner}${closed ? '' : ' open'}`, 'PUMP', { ...equipment, tag: 'near', width: 6 }, [
      circle,
      { polyline: [onCircle(corner), [0.5, 0], onCircle(-corner)], closed },
    ]),
  ),
);

export const compressors = [12, 20].map((end) =>
  symbol(`Compressor ${end}`, 'COMPRESSOR', { ...equipment, tag: 'near', width: 6 }, [
    circle,
    { polyline: [onCircle(180 - 40), onCircle(end)] },
    { polyline: [onCircle(180 + 40), onCircle(-end)] },
  ]),
);

const zigzags: readonly (readonly Point[])[] = [
  [
    [-0.5, 0],
    [-0.25, 0],
    [-0.09, -0.25],
    [0.1, 0.25],
    [0.25, 0],
    [0.5, 0],
  ],
  [
    [-0.5, 0],
    [-0.25, 0],
    [-0.12, -0.36],
    [0.12, 0.36],
    [0.25, 0],
    [0.5, 0],
  ],
  [
    [-0.5, 0],
    [-0.3, 0],
    [-0.15, -0.2],
    [0, 0.2],
    [0.15, -0.2],
    [0.3, 0],
    [0.5, 0],
  ],
  [
    [-0.5, 0],
    [-0.3, 0],
    [-0.2, -0.25],
    [-0.07, 0.25],
    [0.07, -0.25],
    [0.2, 0.25],
    [0.3, 0],
    [0.5, 0],
  ],
  [
    [-0.5, 0],
    [-0.17, -0.25],
    [0.17, 0.25],
    [0.5, 0],
  ],
  [
    [-0.35, 0],
    [-0.2, -0.22],
    [0.2, 0.22],
    [0.35, 0],
  ],
];
export const exchangers = zigzags.map((line, at) =>
  symbol(`Heat exchanger ${at + 1}`, 'HEAT_EXCHANGER', { ...equipment, rotations: half, mirrored: true, tag: 'near' }, [
    circle,
    { polyline: line },
  ]),
);

export const instruments = [
  symbol('Instrument on a panel', 'INSTRUMENT', { ...equipment, rotations: half, tag: 'split', width: 4 }, [
    circle,
    { line: [-0.5, 0, 0.5, 0] },
  ]),
  symbol('Instrument in the field', 'INSTRUMENT', { ...equipment, rotations: [0], tag: 'split', width: 4 }, [circle]),
];

export const connectors = [2.2, 3.2, 4.5].map((long) =>
  symbol(`Off-page connector ${long}`, 'OFF_PAGE_CONNECTOR', { ...equipment, tag: 'inside', width: 8 }, [
    {
      polyline: [
        [0, -0.5],
        [long - 0.5, -0.5],
        [long, 0],
        [long - 0.5, 0.5],
        [0, 0.5],
      ],
      closed: true,
    },
  ]),
);
