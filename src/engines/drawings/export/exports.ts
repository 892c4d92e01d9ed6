import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breathe, type Engine } from '../../engine.ts';
import { predictionName } from '../names.ts';
import type { ExportedReview, ExportedSheet, ExportsParams, ExportsResult, SheetToExport } from '../params.ts';
import { connectorClass, type Prediction } from '../prediction.ts';
import { carriedReview } from '../review/carry.ts';
import { drawnIn } from '../review/drawn.ts';
import { textInside } from './connector-text.ts';
import { countsOf } from './counts.ts';
import { proteusOf } from './proteus.ts';

interface Connector {
  readonly id: string;
  readonly confidence: number;
  readonly text: string;
  readonly sheet: string;
}

/** Ties the sheets of a run together, and writes what they are exported as. One sheet is in memory at a time. */
export const exportSheets: Engine<ExportsParams, ExportsResult> = async (params, { progress, signal }) => {
  const { connect, output } = params;
  const pause = async () => {
    await breathe();
    signal?.throwIfAborted();
  };
  const sheets: Read[] = [];
  if (params.sheets.some(({ review }) => review)) progress({ step: 'Putting the corrections on' });
  for (const one of params.sheets) {
    sheets.push(await withItsReview(one, output));
    await pause();
  }
  progress({ step: 'Connecting the sheets' });
  const connectors = new Map<string, Connector[]>();
  for (const { sheet, prediction } of connect ? sheets : []) {
    for (const one of connectorsOf(sheet, await readPrediction(prediction))) {
      connectors.set(one.text, [...(connectors.get(one.text) ?? []), one]);
    }
    await pause();
  }
  progress({ step: 'Writing the sheets' });
  const exported: ExportedSheet[] = [];
  for (const one of sheets) {
    exported.push(await written(one, connect ? connectors : undefined, output));
    await pause();
  }
  return { sheets: exported };
};

interface Read {
  readonly sheet: string;
  /** A path. */
  readonly prediction: string;
  readonly review?: ExportedReview;
}

/** Puts what people said of a sheet onto what was read of it now. */
async function withItsReview({ sheet, prediction, review }: SheetToExport, output: string): Promise<Read> {
  if (review === undefined) return { sheet, prediction };
  const fresh = await readPrediction(prediction);
  const said = {
    recognised: await readPrediction(review.recognised),
    reviewed: await readPrediction(review.reviewed),
  };
  const isDrawn = review.sameDrawing ? () => true : await drawnIn(review.picture);
  const { recognised, kept, lost, ...carried } = carriedReview(fresh, said, { same: review.sameDrawing, isDrawn });
  const files = { prediction: join(output, `${sheet}.reviewed`), recognised: join(output, `${sheet}.recognised`) };
  await writeFile(files.prediction, JSON.stringify(carried.prediction));
  await writeFile(files.recognised, JSON.stringify(recognised));
  return { sheet, prediction: files.prediction, review: { recognised: files.recognised, kept, lost } };
}

/** Writes a sheet and its XML. */
async function written(one: Read, connectors: Connectors | undefined, output: string): Promise<ExportedSheet> {
  const { sheet, prediction: path, review } = one;
  const read = await readPrediction(path);
  const prediction = connectors ? connected(sheet, read, connectors) : read;
  const files = {
    prediction: connectors ? join(output, predictionName(sheet)) : path,
    xml: join(output, `${sheet}.xml`),
  };
  if (connectors) await writeFile(files.prediction, JSON.stringify(prediction));
  await writeFile(files.xml, proteusOf(sheet, prediction));
  if (review && connectors) {
    // what follows from the other sheets is no correction
    const recognised = connected(sheet, await readPrediction(review.recognised), connectors);
    await writeFile(review.recognised, JSON.stringify(recognised));
  }
  return { sheet, ...files, ...countsOf(prediction), ...(review ? { review } : {}) };
}

const readPrediction = async (path: string): Promise<Prediction> => JSON.parse(await readFile(path, 'utf8'));

type Connectors = ReadonlyMap<string, readonly Connector[]>;

function connectorsOf(sheet: string, { regions }: Prediction): Connector[] {
  return regions.flatMap((region) => {
    const text = textInside(region, regions);
    if (region.modelClass !== connectorClass || region.status === 'deleted' || text === '') return [];
    return [{ id: `${sheet}/${region.id}`, confidence: region.confidence ?? 1, text, sheet }];
  });
}

function connected(sheet: string, prediction: Prediction, connectors: Connectors): Prediction {
  const byId = new Map([...connectors.values()].flat().map((one) => [one.id, one]));
  const regions = prediction.regions.map((region) => {
    const own = byId.get(`${sheet}/${region.id}`);
    const others = (own && connectors.get(own.text))?.filter((one) => one.sheet !== sheet) ?? [];
    // what a person tied by hand stays
    if (own === undefined || others.length === 0 || region.associatedTo) return region;
    const associatedTo = others.map(({ id, confidence }) => ({ id, confidence: Math.min(confidence, own.confidence) }));
    return { ...region, associatedTo };
  });
  return { ...prediction, regions };
}
