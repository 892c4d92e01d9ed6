import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { bagInfoText, bagText, manifestLine } from '../bag.ts';
import { directoryRecord, endOfDirectory, localHeader, type ZipEntry } from '../zip-format.ts';

/** An entry that a test puts into a ZIP file; whatever it says besides its bytes may be wrong. */
export interface MadeEntry {
  readonly name: string;
  readonly bytes: Buffer;
  /** Its bytes as they lie in the file, where they are not to be those. */
  readonly stored?: Buffer;
  readonly method?: 0 | 8;
  readonly crc?: number;
  readonly size?: number;
  /** Changes what stands before the bytes. */
  readonly local?: (header: Buffer) => Buffer;
  /** Changes what the directory says. */
  readonly record?: (record: Buffer) => Buffer;
}

const at = new Date('2026-11-26T23:14:06Z');

/** A ZIP file with these entries, one behind the other. */
export function zipOf(entries: readonly MadeEntry[], end: (end: Buffer) => Buffer = (same) => same): Buffer {
  const parts: Buffer[] = [];
  const records: Buffer[] = [];
  let start = 0;
  for (const { name, bytes, method = 0, local, record, ...given } of entries) {
    const stored = given.stored ?? (method === 8 ? deflateRawSync(bytes) : bytes);
    const { crc = crc32(bytes), size = bytes.length } = given;
    const entry: ZipEntry = { name, method, size, packed: stored.length, crc };
    const [header, told] = [localHeader(entry, at), directoryRecord(entry, { crc, start, at })];
    const part = Buffer.concat([local?.(header) ?? header, stored]);
    parts.push(part);
    records.push(record?.(told) ?? told);
    start += part.length;
  }
  const directory = Buffer.concat(records);
  return Buffer.concat([
    ...parts,
    directory,
    end(endOfDirectory({ count: records.length, size: directory.length, start })),
  ]);
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export interface MadeBag {
  readonly base: string;
  /** What is below `data/`, by its path. */
  readonly payload: ReadonlyMap<string, Buffer>;
  /** Absent: the base. */
  readonly archiveId?: string;
  readonly info?: (text: string) => string;
  readonly manifest?: (text: string) => string;
  readonly tagManifest?: (text: string) => string;
}

/** The entries of a bag whose digests are right, but for what is changed. */
export function bagOf({
  base,
  payload,
  archiveId = base,
  info = same,
  manifest = same,
  tagManifest = same,
}: MadeBag): MadeEntry[] {
  const files = [...payload].map(([path, bytes]) => ({ path, bytes }));
  const inOrder = files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const listed = manifest(inOrder.map(({ path, bytes }) => manifestLine(sha256Of(bytes), path)).join(''));
  const told = info(
    bagInfoText({
      at,
      program: 'twin-platform 0.0.0',
      twinId: base,
      displayName: 'Made',
      archiveId,
      bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      files: files.length,
    }),
  );
  const tags = [
    { path: 'bag-info.txt', bytes: Buffer.from(told) },
    { path: 'bagit.txt', bytes: Buffer.from(bagText) },
    { path: 'manifest-sha256.txt', bytes: Buffer.from(listed) },
  ];
  const tagText = tagManifest(tags.map(({ path, bytes }) => manifestLine(sha256Of(bytes), path)).join(''));
  const all = [...files, ...tags, { path: 'tagmanifest-sha256.txt', bytes: Buffer.from(tagText) }];
  return all.map(({ path, bytes }) => ({
    name: `${base}/${path}`,
    bytes,
    method: isStored(path, bytes) ? 0 : 8,
  }));
}

/** Large ones are not packed only to see how small they become. */
const isStored = (path: string, bytes: Buffer): boolean =>
  path.startsWith('data/blobs/') || bytes.length > 2 ** 22 || bytes.length > 100 * deflateRawSync(bytes).length;

const same = (text: string): string => text;
