import type { PlacedFile } from '../../../api/ports/files.ts';
import { isRecord } from '../../../std/records.ts';
import { factsOf, type JsonFacts } from './json-facts.ts';
import { factsBeside } from './json-thread.ts';
import { type Source, withExtension } from './source.ts';

/** Larger JSON is not read to find a type. */
const largest = 16 * 2 ** 20;
/** Larger JSON is read by a thread. */
const quick = 2 ** 20;

/** The JSON object in a small file: one of 1 MB at most. */
export async function jsonIn(source: Source, file: PlacedFile): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (file.size > quick) return undefined;
  try {
    const value: unknown = JSON.parse((await source.read(file, 0, quick)).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What the JSON files of some content are that are found by what is in them: `tileset.json` is looked at first. */
export interface JsonFinds {
  readonly tileset?: { readonly file: PlacedFile; readonly points: boolean };
  readonly geo?: PlacedFile;
}

export async function findJson(source: Source): Promise<JsonFinds> {
  const found = withExtension(source, ['json']);
  const isFirst = ({ name }: PlacedFile) => name.toLowerCase() === 'tileset.json';
  let geo: PlacedFile | undefined;
  for (const file of [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))]) {
    const facts = await factsIn(source, file);
    if (facts.is === 'tileset') return { tileset: { file, points: facts.points ?? hasPoints(source) } };
    if (facts.is === 'geo') geo ??= file;
  }
  return geo === undefined ? {} : { geo };
}

async function factsIn(source: Source, file: PlacedFile): Promise<JsonFacts> {
  if (file.size > largest) return { is: 'other' };
  const read = () => source.read(file, 0, largest);
  return file.size > quick ? factsBeside(read) : factsOf((await read()).toString('utf8'));
}

/** Whether there are point clouds beside a tileset that names further tilesets only. */
const hasPoints = ({ files }: Source): boolean => files.some(({ name }) => name.toLowerCase().endsWith('.pnts'));
