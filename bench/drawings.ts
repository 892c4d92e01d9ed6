import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { inverse, moved } from '../src/engines/drawings/geometry.ts';
import type { DrawingFormat } from '../src/engines/drawings/prediction.ts';
import {
  asItIs,
  type Score,
  scaled,
  scoreOf,
  type ToSheet,
  type Truth,
  upwards,
} from '../src/engines/drawings/testing/accuracy.ts';
import { plantOf } from '../src/engines/drawings/testing/plant.ts';
import { matrixOf, svgOf } from '../src/engines/drawings/testing/plant-files.ts';
import { readDrawing } from '../src/engines/drawings/testing/read.ts';
import { chanceOf } from '../test/support/chance.ts';
import { atLeast, atMost, type Result } from './results.ts';

const samples = '../shared/data/pid';
const names = ['d1', 'd2', 'd3'];
const seeds = Array.from({ length: 10 }, (_, n) => 500 + n);

/** What of sheets is found, and what is found that is not there: sample sheets, and plants that nobody has drawn. */
export async function benchDrawings(): Promise<Result[]> {
  return [...(existsSync(samples) ? await ofSamples() : []), ...(await ofPlants())];
}

interface Read {
  readonly score: Score;
  readonly seconds: number;
}

async function read(
  format: DrawingFormat,
  content: string | Uint8Array,
  truth: Truth,
  toSheet: ToSheet,
): Promise<Read> {
  const begin = performance.now();
  const { prediction } = await readDrawing(format, content);
  return { score: scoreOf(prediction, truth, toSheet), seconds: (performance.now() - begin) / 1000 };
}

async function ofSamples(): Promise<Result[]> {
  const [vectors, pictures]: [Read[], Read[]] = [[], []];
  for (const name of names) {
    const file = (ending: string) => readFileSync(`${samples}/${name}.${ending}`);
    const truth: Truth = JSON.parse(file('truth.json').toString());
    vectors.push(await read('svg', file('svg'), truth, asItIs));
    vectors.push(await read('dxf', file('dxf'), truth, upwards));
    vectors.push(await read('pdf', file('pdf'), truth, scaled(1600, true)));
    pictures.push(await read('png', file('png'), truth, scaled(3200, false)));
    pictures.push(
      await read('png', await sharp(file('png')).resize(1600).png().toBuffer(), truth, scaled(1600, false)),
    );
    const blurred = await sharp(file('png')).blur(1.2).jpeg({ quality: 70 }).toBuffer();
    pictures.push(await read('jpg', blurred, truth, scaled(3200, false)));
  }
  return [...rows('P&ID samples, vectors', vectors, 1), ...rows('P&ID samples, pictures', pictures, 0.97)];
}

async function ofPlants(): Promise<Result[]> {
  const vectors: Read[] = [];
  for (const seed of seeds) {
    const [plant, dice] = [plantOf(seed, 3, seed % 2 === 1), chanceOf(seed)];
    const matrix = matrixOf(dice.between(0.5, 2), Math.floor(dice.between(0, 4)), dice.happens(0.3));
    const look = { lineWidth: dice.between(0.3, 3), matrix, looseDashes: dice.happens(0.5) };
    vectors.push(await read('svg', svgOf(plant, look), plant.truth, (p) => moved(inverse(matrix), p)));
  }
  return rows('P&ID of a generator, turned and scaled', vectors, 0.99);
}

function rows(name: string, reads: readonly Read[], least: number): Result[] {
  const sum = (of: (score: Score) => number) => reads.reduce((all, { score }) => all + of(score), 0);
  const right = sum(({ symbols, tags, edges }) => symbols.right + tags.right + edges.right);
  const all = sum(({ symbols, tags, edges }) => symbols.all + tags.all + edges.all);
  const wrong = sum(({ falseSymbols, falseEdges }) => falseSymbols + falseEdges);
  for (const fault of reads.flatMap(({ score }) => score.faults)) console.error(`  ${name}: ${fault}`);
  const seconds = reads.reduce((most, one) => Math.max(most, one.seconds), 0);
  return [
    {
      name: `${name}: symbols, tags and connections`,
      subject: `${right} of ${all}, ${wrong} false`,
      yardstick: 'what the sheets show',
      value: (100 * right) / all,
      unit: ' %',
      ...atLeast((100 * right) / all, 100 * least),
    },
    {
      name: `${name}: slowest sheet, picture included`,
      subject: `${reads.length} sheets`,
      yardstick: 'the specification',
      value: seconds,
      unit: ' s',
      ...atMost(seconds, 10),
    },
  ];
}
