import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { DrawingFormat, Prediction } from '../src/engines/drawings/prediction.ts';
import { plantOf } from '../src/engines/drawings/testing/plant.ts';
import { pdfOf } from '../src/engines/drawings/testing/plant-pdf.ts';
import { partOf, runEngine, secondsOfPart, secondsWithStart } from './engine-run.ts';
import { compare } from './load.ts';
import { atMost, median, type Result } from './results.ts';

const sheetRounds = 7;
const sheets = 100;
const megabyte = 2 ** 20;
const scan = { width: 5000, height: 3500 };

/** How long a large sheet takes, as lines and as a picture, beside the libraries alone; and what a hundred sheets hold. */
export async function benchDrawingSpeed(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-drawings-'));
  try {
    const large = join(folder, 'large.pdf');
    writeFileSync(large, await pdfOf([31, 32, 33].map((seed) => plantOf(seed, 13))));
    const small = join(folder, 'small.pdf');
    writeFileSync(small, await pdfOf([plantOf(34, 2)]));
    return [...(await ofVectors(large, folder)), await ofPicture(large, folder), await ofMany(small)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is found on the sheet, beside its picture as the specification counts it: on two cores; and the whole. */
async function ofVectors(input: string, folder: string): Promise<Result[]> {
  let symbols = 0;
  const wholes: number[] = [];
  const ours = async () => {
    const { seconds, result } = await read(input, 'pdf', folder);
    const size = [result.width, result.height].map(String);
    const picture = await secondsOfPart('bench/yardsticks/pdf-picture.ts', input, ...size, join(folder, 'picture.png'));
    symbols = result.symbols;
    wholes.push(seconds);
    return seconds - picture;
  };
  const { subject, yardstick, ratio } = await compare(sheetRounds, ours, () =>
    secondsWithStart('bench/yardsticks/pdf-operators.mjs', input),
  );
  const whole = median(wholes);
  const beside = { yardstick: `the library reads its operators ${yardstick.toFixed(2)} s`, unit: ' ×' };
  return [
    {
      name: `P&ID of A1 with ${symbols} symbols, beside its picture`,
      subject: `${subject.toFixed(2)} s`,
      ...beside,
      value: ratio,
      ...atMost(ratio, 2),
    },
    {
      name: 'the same, its picture included',
      subject: `${whole.toFixed(2)} s`,
      ...beside,
      value: whole / yardstick,
      bound: 'none set',
      holds: true,
    },
  ];
}

/** The same sheet as it comes from a scanner. */
async function ofPicture(pdf: string, folder: string): Promise<Result> {
  const drawn = await read(pdf, 'pdf', folder);
  const picture = join(folder, 'scan.png');
  await sharp(readFileSync(drawn.result.picture))
    .resize({ ...scan, fit: 'fill' })
    .png()
    .toFile(picture);
  const regions = join(folder, 'regions.json');
  const ours = async () => {
    const { seconds, result } = await read(picture, 'png', folder);
    writeFileSync(regions, JSON.stringify(textsOf(JSON.parse(readFileSync(result.prediction, 'utf8')))));
    return seconds;
  };
  await ours(); // says where the texts are
  const { subject, yardstick, ratio } = await compare(1, ours, () =>
    secondsWithStart('bench/yardsticks/read-texts.ts', picture, regions),
  );
  const count = JSON.parse(readFileSync(regions, 'utf8')).length;
  return {
    name: `P&ID as a picture of 5,000 × 3,500, ${count} texts`,
    subject: `${subject.toFixed(1)} s`,
    yardstick: `the OCR library reads the texts ${yardstick.toFixed(1)} s`,
    value: ratio,
    unit: ' ×',
    ...atMost(ratio, 2),
  };
}

/** Where texts were read, in pixels of the picture. */
function textsOf({ asset, regions }: Prediction) {
  const scale = scan.width / asset.size.width;
  const within = (from: number, length: number, most: number) => {
    const start = Math.min(most - 1, Math.max(0, Math.floor(from * scale)));
    return [start, Math.min(most - start, Math.ceil(length * scale))] as const;
  };
  return regions.flatMap(({ modelClass, boundingBox: box }) => {
    if (modelClass) return [];
    const [left, width] = within(box.left, box.width, scan.width);
    const [top, height] = within(box.top, box.height, scan.height);
    return [{ left, top, width, height }];
  });
}

async function ofMany(input: string): Promise<Result> {
  const [early = 0, late = 0]: readonly number[] = JSON.parse(await partOf('bench/many-sheets.ts', input, `${sheets}`));
  const mb = (bytes: number) => Math.round(bytes / megabyte);
  return {
    name: `memory of ${sheets} P&IDs in one run`,
    subject: `${mb(late)} MB`,
    yardstick: `after ${sheets / 10} of them ${mb(early)} MB`,
    value: late / early,
    unit: ' ×',
    ...atMost(late / early, 1.1),
  };
}

function read(input: string, format: DrawingFormat, folder: string) {
  const output = join(folder, 'out');
  mkdirSync(output, { recursive: true });
  return runEngine('drawing', { input, format, page: 1, name: `sheet.${format}`, output });
}
