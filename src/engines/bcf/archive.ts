import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry } from 'yauzl';
import { decodeText } from '../csv/csv.ts';
import { EngineFailure } from '../engine.ts';

const mostEntries = 200_000;
const largestXml = 32 * 2 ** 20;

/** A zip whose entries are read by their names, and never more than it may hold; names never become paths. */
export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  text(name: string): Promise<string>;
  /** Puts an entry into a file. */
  extract(name: string, path: string): Promise<void>;
  close(): void;
}

export async function openArchive(path: string, inflated: number): Promise<Archive> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    .catch(() => {
      throw new EngineFailure('NotABcfFile', 'The file is no BCF file: it is no zip archive, or is damaged.');
    });
  try {
    const tooLarge = new EngineFailure('BcfTooLarge', `The file holds more than ${inflated / 2 ** 20} MiB.`);
    if (zip.entryCount > mostEntries) throw tooLarge;
    const entries = new Map<string, Entry>();
    let left = inflated;
    for await (const entry of zip.eachEntry()) {
      left -= entry.uncompressedSize;
      if (left < 0) throw tooLarge;
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName.replaceAll('\\', '/'), entry);
    }
    const base = baseOf(entries.keys());
    if (base !== '') {
      for (const [name, entry] of [...entries]) {
        entries.delete(name);
        if (name.startsWith(base)) entries.set(name.slice(base.length), entry);
      }
    }
    const stream = (name: string) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`${name} is not there`);
      return zip.openReadStreamPromise(entry);
    };
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      async text(name) {
        if ((entries.get(name)?.uncompressedSize ?? 0) > largestXml) throw new Error(`${name} is too large`);
        return decodeText(await buffer(await stream(name)));
      },
      extract: async (name, to) => pipeline(await stream(name), createWriteStream(to)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    if (error instanceof EngineFailure) throw error;
    throw new EngineFailure('NotABcfFile', 'The file is no BCF file: its archive is damaged.');
  }
}

/** The folder that all of a file lies in, with its slash, where somebody has packed the folder and not what is in it; else nothing. */
function baseOf(names: Iterable<string>): string {
  const marks = [...names].filter((name) => /(^|\/)bcf\.version$/.test(name));
  const [mark = ''] = marks;
  return marks.length === 1 ? mark.slice(0, -'bcf.version'.length) : '';
}

/** What a picture is by its first bytes. */
export async function pictureKind(path: string): Promise<'png' | 'jpg' | undefined> {
  const file = await open(path);
  try {
    const { buffer: bytes } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytes.readUInt32BE(0) === 0x89504e47) return 'png';
    return bytes.readUInt16BE(0) === 0xffd8 ? 'jpg' : undefined;
  } finally {
    await file.close();
  }
}
