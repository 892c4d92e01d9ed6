import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine, EngineContext } from '../engine.ts';
import { predictionName, sheetName } from './names.ts';
import type { DrawingParams, DrawingResult } from './params.ts';
import { type Asset, modelSchema, type Prediction } from './prediction.ts';
import { type ReadSheet, readSheet, type Size } from './read-sheet.ts';
import { predictionOf } from './recognise/predict.ts';
import { recognise } from './recognise/recognise.ts';
import { basicSet } from './symbols/basic.ts';
import type { SymbolSet } from './symbols/set.ts';

/** Finds what one sheet shows, and writes its prediction file and its picture. */
export const recogniseDrawing: Engine<DrawingParams, DrawingResult> = async (params, context) => {
  const read = await readSheet(params, context);
  try {
    return await recogniseSheet(read, params, context);
  } finally {
    await read.close();
  }
};

async function recogniseSheet(read: ReadSheet, params: DrawingParams, context: EngineContext): Promise<DrawingResult> {
  const { name, page, output } = params;
  const sheet = sheetName(name, page);
  context.progress({ step: 'Drawing the picture' });
  const picture = await read.picture();
  context.progress({ step: 'Recognising' });
  const set = params.symbolSet ?? basicSet;
  const found = recognise(read.seen, set);
  const identity = await identityOf(params);
  const asset = assetOf(params, set, read.sheet, identity.asset);
  const prediction = predictionOf(read.seen, found, set, {
    asset,
    inputId: identity.input,
    withLinks: (params.modelVersion ?? '1.3') >= '1.3',
  });
  const files = { prediction: join(output, predictionName(sheet)), picture: join(output, `${sheet}.png`) };
  await writeFile(files.prediction, JSON.stringify(prediction));
  context.progress({ step: 'Writing the picture' });
  await writeFile(files.picture, await picture.png);
  return { sheet, ...files, ...read.sheet, ...countsOf(prediction) };
}

/** The id of the sheet, and what the ids inside it are derived from: the same file gives the same. */
async function identityOf({ input, page, scope = '' }: DrawingParams): Promise<{ asset: string; input: string }> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(input), digest);
  const file = digest.digest('hex');
  const of = (...parts: readonly (string | number)[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
  return { asset: of(scope, file, page), input: of(file, page) };
}

function assetOf(params: DrawingParams, set: SymbolSet, sheet: Size, id: string): Asset {
  const { width, height, transform, source } = sheet;
  return {
    id,
    name: params.name,
    format: params.format,
    size: { width, height },
    creationDate: params.created ?? `${new Date().toISOString().slice(0, 23).replace('T', ' ')}000`,
    taskDefinitionId: 'PnIDDataset==1.3.0',
    ...{ transform, source, symbolSet: { id: set.id, version: set.version } },
  };
}

const countsOf = ({ regions, links }: Prediction) => {
  const symbols = regions.filter((region) => region.modelSchema === modelSchema).length;
  return { symbols, texts: regions.length - symbols, links: Object.keys(links).length };
};
