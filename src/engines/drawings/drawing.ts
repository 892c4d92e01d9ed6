import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '../engine.ts';
import { predictionName, sheetName } from './names.ts';
import type { DrawingParams, DrawingResult } from './params.ts';
import type { DrawingFormat } from './prediction.ts';
import { type ReadSheet, readSheet, type Size } from './read-sheet.ts';
import { type PredictOptions, predictionOf } from './recognise/predict.ts';
import { fileOf, type PredictionFile } from './recognise/prediction-file.ts';
import { recognise } from './recognise/recognise.ts';
import { prepareBeside, recogniseBeside } from './recognise/thread/beside.ts';

/** Finds what one sheet shows, and writes its prediction file and its picture. */
export const recogniseDrawing: Engine<DrawingParams, DrawingResult> = async (params, context) => {
  if (mayBeLines(params.format)) await prepareBeside(params.symbolSet);
  const [read, identity] = await Promise.all([readSheet(params, context), identityOf(params)]);
  try {
    context.progress({ step: 'Recognising' });
    const [prediction, picture] = await Promise.all([predictionFor(read, params, identity), read.picture()]);
    return await written(prediction, picture, read.sheet, params);
  } finally {
    await read.close();
  }
};

const mayBeLines = (format: DrawingFormat): boolean => format === 'pdf' || format === 'svg' || format === 'dxf';

async function predictionFor(read: ReadSheet, params: DrawingParams, identity: Identity): Promise<PredictionFile> {
  const options: PredictOptions = {
    asset: assetOf(params, read.sheet, identity.asset),
    inputId: identity.input,
    withLinks: (params.modelVersion ?? '1.3') >= '1.3',
  };
  if (read.vectors !== undefined) return recogniseBeside(read.vectors, params.symbolSet, options);
  const { symbolSet: set = (await import('./symbols/basic.ts')).basicSet } = params;
  const seen = read.see();
  return fileOf(predictionOf(seen, recognise(seen, set), set, options));
}

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
    creationDate: params.created ?? `${new Date().toISOString().slice(0, 23).replace('T', ' ')}000`,
    taskDefinitionId: 'PnIDDataset==1.3.0',
    ...{ transform, source },
  };
}
