import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import yauzl from 'yauzl';
import { messageOf } from '../../std/errors.ts';
import { EngineFailure } from '../engine.ts';
import { failures } from './failures.ts';

export interface Input {
  /** The STEP file, in memory that threads share. */
  readonly bytes: Uint8Array;
  /** Names of other files in the zip. */
  readonly others: readonly string[];
  /** Reads one of them, which the file names, and answers its own name, too; undefined when it is not there. */
  other(name: string): Promise<OtherFile | undefined>;
}

export interface OtherFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function readInput(path: string, limit: number): Promise<Input> {
  const { size } = statSync(path);
  if (size === 0) throw failures.empty();
  if (await isZip(path)) return readZip(path, limit);
  if (size > limit) throw failures.tooLarge(limit);
  return {
    bytes: await collect(createReadStream(path, { highWaterMark: 2 ** 20 }), size, limit),
    others: [],
    other: async () => undefined,
  };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  return buffer.toString('latin1') === 'PK\u0003\u0004';
}

/** The one STEP file of a zip. What the zip says of its size is not believed: it is counted. */
async function readZip(path: string, limit: number): Promise<Input> {
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      const found: yauzl.Entry[] = [];
      const others: string[] = [];
      for await (const entry of zip.eachEntry()) {
        if (isSideFile(entry.fileName)) continue;
        if (/\.ifc$/i.test(entry.fileName)) found.push(entry);
        else others.push(entry.fileName);
        if (found.length > 1) throw failures.badZip('it must hold exactly one IFC file, and holds several.');
      }
      const [entry] = found;
      if (entry === undefined) throw withoutStep(others);
      if (entry.uncompressedSize > limit) throw failures.tooLarge(limit);
      const bytes = await collect(await zip.openReadStreamPromise(entry), entry.uncompressedSize, limit);
      return { bytes, others, other: (name) => readOther(path, others, name) };
    } finally {
      zip.close();
    }
  } catch (error) {
    throw error instanceof EngineFailure ? error : failures.badZip(`${messageOf(error)}.`);
  }
}

/** Bytes of a picture. */
const mostOther = 100_000_000;

/** A file of the zip by its path, or by its name when only one has it: programs write paths of their own machines. */
async function readOther(path: string, others: readonly string[], name: string): Promise<OtherFile | undefined> {
  const wanted = plainName(name);
  const last = (one: string) => one.slice(one.lastIndexOf('/') + 1);
  const alike = others.filter((other) => last(plainName(other)) === last(wanted));
  const found = others.find((other) => plainName(other) === wanted) ?? (alike.length === 1 ? alike[0] : undefined);
  if (found === undefined) return undefined;
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== found || entry.uncompressedSize > mostOther) continue;
      const bytes = await collect(await zip.openReadStreamPromise(entry), entry.uncompressedSize, mostOther);
      return { name: found, bytes };
    }
    return undefined;
  } finally {
    zip.close();
  }
}

const plainName = (name: string): string => {
  const slashed = name.replaceAll('\\', '/').replace(/^(file:\/*|\.\/)/i, '');
  return decoded(slashed).toLowerCase();
};

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What systems put beside files without being asked, and folders. */
const isSideFile = (name: string): boolean => /(^|\/)(__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)|\/$/i.test(name);

function withoutStep(names: readonly string[]): EngineFailure {
  if (names.some((name) => /\.ifcxml$/i.test(name))) return failures.ifcXml();
  if (names.some((name) => /\.ifcx$/i.test(name))) return failures.ifcx();
  return failures.badZip('it must hold exactly one IFC file, and holds none.');
}

async function collect(stream: AsyncIterable<Buffer>, expected: number, limit: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(new SharedArrayBuffer(expected));
  let size = 0;
  for await (const chunk of stream) {
    if (size + chunk.length > limit) throw failures.tooLarge(limit);
    if (size + chunk.length > bytes.length) {
      const larger = new Uint8Array(new SharedArrayBuffer(Math.min(limit, 2 * (size + chunk.length))));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(chunk, size);
    size += chunk.length;
  }
  return bytes.subarray(0, size);
}
