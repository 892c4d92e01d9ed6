import { closeSync, openSync, writeSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { decodeText } from '../../csv/csv.ts';
import { breathe, type Engine, EngineFailure } from '../../engine.ts';
import { isInflated, mostRatio } from '../../inflation.ts';
import type { DeclarationSource } from '../types.ts';
import { type Attempt, csvDeclarations } from './csv.ts';
import { Refusal } from './facts.ts';
import { ilcdDeclaration } from './ilcd.ts';
import { ilcdOfJson, isIlcdJson } from './ilcd-json.ts';
import { flowIn, ilcdOfXml, parseXml, processIn, uuidOfFlow } from './ilcd-xml.ts';
import { isObject, openEpdDeclaration } from './open-epd.ts';
import type { ImportParams, ImportResult, RefusedDeclaration } from './params.ts';

const mostEntries = 10_000;
const mostEntry = 2 ** 24;
const mostInflated = 2 ** 30;
const mostRefused = 1000;

interface Found {
  readonly format: DeclarationSource['format'];
  readonly attempts: Iterable<Attempt> | AsyncIterable<Attempt>;
}

/** Reads declarations of products out of a file; a faulty one is refused with the reason, and the others are kept. */
export const importDeclarations: Engine<ImportParams, ImportResult> = async ({ input, output }, context) => {
  const { format, attempts } = await attemptsIn(input);
  const declarations = join(output, 'declarations.jsonl');
  const refused: RefusedDeclaration[] = [];
  const file = openSync(declarations, 'w');
  let [position, count] = [0, 0];
  context.progress({ step: 'Reading declarations', done: 0, unit: 'declarations' });
  try {
    for await (const { name, line, read } of attempts) {
      try {
        const declaration = read();
        writeSync(file, `${JSON.stringify({ position, declaration })}\n`);
        count++;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (refused.length < mostRefused) refused.push({ name, line, reason: error.message });
      }
      if (++position % 100 !== 0) continue;
      context.progress({ done: position });
      await breathe();
      context.signal?.throwIfAborted();
    }
  } finally {
    closeSync(file);
  }
  return { format, declarations, count, refused };
};

async function attemptsIn(path: string): Promise<Found> {
  const file = await open(path);
  const { buffer: first, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
  if (bytesRead === 0) throw new EngineFailure('NoDeclarations', 'The file is empty.');
  if (first.toString('latin1') === 'PK\u0003\u0004') return { format: 'ILCD+EPD', attempts: zipAttempts(path) };
  const text = decodeText(await readFile(path)).replace(/^\ufeff/, '');
  const [sign = ''] = text.trimStart();
  if (sign === '<') return { format: 'ILCD+EPD', attempts: xmlAttempts(text) };
  if (sign !== '{' && sign !== '[') return { format: 'CSV', attempts: csvDeclarations(text) };
  return jsonAttempts(text);
}

function jsonAttempts(text: string): Found {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new EngineFailure(
      'BrokenJson',
      `The file is no valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isIlcd = all.some(isIlcdJson);
  const attempts = all.map((one): Attempt => {
    const name = isObject(one) && typeof one.product_name === 'string' ? one.product_name : null;
    if (!isObject(one)) return refusing(name, 'A declaration must be an object.');
    return { name, line: null, read: () => (isIlcd ? ilcdDeclaration(ilcdOfJson(one)) : openEpdDeclaration(one)) };
  });
  return { format: isIlcd ? 'ILCD+EPD' : 'openEPD', attempts };
}

const refusing = (name: string | null, reason: string): Attempt => ({
  name,
  line: null,
  read() {
    throw new Refusal(reason);
  },
});

function xmlAttempts(text: string): readonly Attempt[] {
  const process = processIn(parseXml(text));
  if (process === undefined) throw new EngineFailure('NoDeclarations', 'The XML is no process data set of ILCD+EPD.');
  return [attemptOf(process, new Map())];
}

function attemptOf(
  process: NonNullable<ReturnType<typeof processIn>>,
  flows: Parameters<typeof ilcdOfXml>[1],
): Attempt {
  const ilcd = ilcdOfXml(process, flows);
  return { name: typeof ilcd.name === 'string' ? ilcd.name : null, line: null, read: () => ilcdDeclaration(ilcd) };
}

/** The processes of a zip, one after the other, with the flows that lie beside them. */
async function* zipAttempts(path: string): AsyncGenerator<Attempt> {
  const flows = new Map<string, NonNullable<ReturnType<typeof flowIn>>>();
  for await (const text of entriesOf(path, /(^|\/)flows\/[^/]+\.xml$/i)) {
    const flow = flowIn(parseXml(text));
    if (flow !== undefined) flows.set(uuidOfFlow(flow), flow);
  }
  for await (const text of entriesOf(path, /(^|\/)processes\/[^/]+\.xml$/i)) {
    const process = processIn(parseXml(text));
    if (process !== undefined) yield attemptOf(process, flows);
  }
}

const broken = (error: unknown): EngineFailure =>
  error instanceof EngineFailure
    ? error
    : new EngineFailure('BrokenZip', `The zip cannot be read: ${error instanceof Error ? error.message : error}.`);

/** Texts of the entries that are wanted. The library refuses names that lead out of a folder. */
async function* entriesOf(path: string, wanted: RegExp): AsyncGenerator<string> {
  const { size } = await stat(path);
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false })
    .catch((error: unknown) => {
      throw broken(error);
    });
  try {
    for (const entry of await wantedIn(zip, wanted, size)) {
      const text = await zip
        .openReadStreamPromise(entry)
        .then(buffer)
        .catch((error: unknown) => {
          throw broken(error);
        });
      yield decodeText(text);
    }
  } finally {
    zip.close();
  }
}

async function wantedIn(zip: yauzl.ZipFile, wanted: RegExp, size: number): Promise<readonly yauzl.Entry[]> {
  const tooLarge = (why: string) => new EngineFailure('ZipTooLarge', `The zip ${why}.`);
  const found: yauzl.Entry[] = [];
  let [entries, inflated] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      if (++entries > mostEntries) throw tooLarge(`has more than ${mostEntries} files`);
      if (!wanted.test(entry.fileName)) continue;
      inflated += entry.uncompressedSize;
      if (entry.uncompressedSize > mostEntry || inflated > mostInflated)
        throw tooLarge('is too large once it is inflated');
      if (isInflated(entry, size)) {
        throw tooLarge(
          `holds '${entry.fileName.slice(0, 200)}', more than ${mostRatio} times as large as its part of it`,
        );
      }
      found.push(entry);
    }
  } catch (error) {
    throw broken(error);
  }
  return found;
}
