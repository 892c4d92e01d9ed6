import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isoTime } from '../../std/iso-time.ts';
import type { Engine } from '../engine.ts';
import { predictionName, sheetName } from './names.ts';
import type { DrawingParams, DrawingResult } from './params.ts';
import type { DrawingFormat } from './prediction.ts';
import { type ReadSheet, type Size, withSheet } from './read-sheet.ts';
import { type PredictOptions, predictionOf } from './recognise/predict.ts';
import { fileOf, type PredictionFile } from './recognise/prediction-file.ts';
import { recognise } from './recognise/recognise.ts';
import { prepareBeside, recogniseInThread } from './recognise/thread/recogniser-thread.ts';
import type { OpenSheet } from './sheet.ts';
import { demandPatterns } from './texts/pattern.ts';

/** Finds what one sheet shows, and writes its prediction file and its picture. */
export const recogniseDrawing: Engine<DrawingParams, DrawingResult> = async (params, context) => {
  if (params.symbolSet) demandPatterns(params.symbolSet);
  if (mayBeLines(params.format)) await prepareBeside(params.symbolSet);
  const identity = identityOf(params);
  const result = withSheet(params, context, async (read) => {
    const options = optionsFor(params, read.sheet, await identity);
    context.progress({ step: 'Recognising' });
    const { prediction, picture } = await (read.vectors === undefined
      ? ofPicture(read, params, options)
      : ofLines(read, read.vectors, params, options));
    return written(prediction, picture, read.sheet, params);
  });
  await Promise.all([identity, result]); // of a file that cannot be read both fail
  return result;
};

const mayBeLines = (format: DrawingFormat): boolean => format === 'pdf' || format === 'svg' || format === 'dxf';

interface Outcome {
  readonly prediction: PredictionFile;
  readonly picture: Buffer;
}

async function ofPicture(read: ReadSheet, { symbolSet }: DrawingParams, options: PredictOptions): Promise<Outcome> {
  const set = symbolSet ?? (await import('./symbols/automatic.ts')).automaticSet;
  const seen = await read.see();
  const prediction = fileOf(predictionOf(seen, recognise(seen, set), set, options));
  return { prediction, picture: await read.picture() };
}

async function ofLines(
  read: ReadSheet,
  { lines, texts }: OpenSheet,
  { symbolSet }: DrawingParams,
  options: PredictOptions,
): Promise<Outcome> {
  const written = texts();
  const [prediction, picture] = await Promise.all([
    recogniseInThread(lines, written, symbolSet, options),
    written.then(() => read.picture()), // the thread waits for the texts
  ]);
  return { prediction, picture };
}

const optionsFor = (params: DrawingParams, size: Size, identity: Identity): PredictOptions => ({
  asset: assetOf(params, size, identity.asset),
  inputId: identity.input,
  withLinks: (params.modelVersion ?? '1.3') >= '1.3',
});

async function written(
  { text, counts }: PredictionFile,
  picture: Buffer,
  size: Size,
  { name, page, output }: DrawingParams,
): Promise<DrawingResult> {
  const sheet = sheetName(name, page);
  const files = { prediction: join(output, predictionName(sheet)), picture: join(output, `${sheet}.png`) };
  await Promise.all([writeFile(files.prediction, text), writeFile(files.picture, picture)]);
  return { sheet, ...files, ...size, ...counts };
}

/** The id of the sheet, and what the ids inside it are derived from: the same file gives the same. */
interface Identity {
  readonly asset: string;
  readonly input: string;
}

async function identityOf({ input, page, scope = '' }: DrawingParams): Promise<Identity> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(input), digest);
  const file = digest.digest('hex');
  const of = (...parts: readonly (string | number)[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
  return { asset: of(scope, file, page), input: of(file, page) };
}

function assetOf(params: DrawingParams, sheet: Size, id: string): PredictOptions['asset'] {
  const { width, height, transform, source } = sheet;
  return {
    id,
    name: params.name,
    format: params.format,
    size: { width, height },
    creationDate: params.created ?? `${isoTime(Date.now()).slice(0, 23).replace('T', ' ')}000`,
    taskDefinitionId: 'PnIDDataset==1.3.0',
    transform,
    source,
  };
}
