import sharp from 'sharp';
import { numbersOf } from '../../../../test/support/chance.ts';
import { road } from '../../../engines/reality-analysis/testing/networks.ts';

/** A thing on a road: its class of the network for roads, and its box in pixels. */
export interface Thing {
  readonly label: 1 | 2;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const roadWidth = 160;
export const roadHeight = 120;

/** A picture of a road with things on it that do not touch, and where they are. */
export async function roadPicture(seed: number): Promise<{ readonly png: Buffer; readonly things: readonly Thing[] }> {
  const random = numbersOf(seed);
  const rgb = Buffer.alloc(3 * roadWidth * roadHeight);
  const paint = (x: number, y: number, color: readonly number[] = []) =>
    rgb.set(
      color.map((value) => value + Math.floor(6 * random())),
      3 * (y * roadWidth + x),
    );
  for (let y = 0; y < roadHeight; y++) for (let x = 0; x < roadWidth; x++) paint(x, y, road[0]);
  const things = [0, 1, 2, 3].map((n): Thing => {
    const [width, height] = [8 + Math.floor(12 * random()), 8 + Math.floor(12 * random())];
    const [x, y] = [
      10 + 75 * (n % 2) + Math.floor(30 * random()),
      10 + 55 * Math.floor(n / 2) + Math.floor(20 * random()),
    ];
    return { label: n % 2 === 0 ? 1 : 2, x, y, width, height };
  });
  for (const { label, x, y, width, height } of things) {
    for (let v = y; v < y + height; v++) for (let u = x; u < x + width; u++) paint(u, v, road[label]);
  }
  const png = await sharp(rgb, { raw: { width: roadWidth, height: roadHeight, channels: 3 } })
    .png()
    .toBuffer();
  return { png, things };
}

/** The scene that marks the things of pictures, by their names. */
export function roadScene(data: string, pictures: ReadonlyMap<string, readonly Thing[]>): string {
  const all = [...pictures];
  const box = ({ x, y, width, height }: Thing) => ({
    xmin: x / roadWidth,
    ymin: y / roadHeight,
    xmax: (x + width) / roadWidth,
    ymax: (y + height) / roadHeight,
  });
  return JSON.stringify({
    version: '6.0',
    References: { 0: { Path: `rds:${data}` } },
    PhotoCollection: { Photos: Object.fromEntries(all.map(([name], n) => [n, { ImagePath: `0:${name}` }])) },
    Annotations: {
      Labels: { 1: { Name: 'pothole' }, 2: { Name: 'marking' } },
      Objects2D: Object.fromEntries(
        all.map(([, things], n) => [
          n,
          Object.fromEntries(things.map((one, k) => [k, { LabelInfo: { LabelId: one.label }, Box2D: box(one) }])),
        ]),
      ),
    },
  });
}
