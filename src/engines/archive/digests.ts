import { createHash } from 'node:crypto';
import type { ArchiveEntry, EntryIndex } from './entry-index.ts';
import { ArchiveRefused, faults } from './faults.ts';
import { digestIn } from './names.ts';
import { unpacked, wholeOf } from './unpacked.ts';
import type { ZipFile } from './zip-directory.ts';

export interface DigestOptions {
  readonly index: EntryIndex;
  /** Told the bytes of each piece that was read. */
  passed(bytes: number): void;
}

const [manifest, tagManifest, info] = ['manifest-sha256.txt', 'tagmanifest-sha256.txt', 'bag-info.txt'];
const tagFiles = ['bagit.txt', info, manifest];
const longestLine = 600;
const mostTagBytes = 2 ** 16;

/** The second stage: every byte against the manifests. Throws `ArchiveRefused`. */
export async function checkDigests(file: ZipFile, { index, passed }: DigestOptions): Promise<void> {
  const entryOf = (path: string): ArchiveEntry => {
    const entry = index.find(path);
    if (entry === undefined) throw new ArchiveRefused(faults.noManifest());
    return entry;
  };
  const [listed, tags] = [entryOf(manifest), entryOf(tagManifest)];
  if (index.mark('manifest') === undefined) {
    await checkTags(file, index, tags);
    await readManifest(file, index, listed);
    index.setMark('manifest', 'read');
  }
  const comparing = { count: Number(index.mark('compared') ?? 0), bytes: 0 };
  for (const entry of index.entries(comparing.count)) {
    await compare(file, index, entry, passed);
    comparing.count++;
    comparing.bytes += entry.size;
    if (comparing.count % markedEntries !== 0 && comparing.bytes < markedBytes) continue;
    comparing.bytes = 0;
    index.setMark('compared', String(comparing.count));
  }
  await checkOxum(file, index, entryOf(info));
}

/** After so much a check that is begun again does not begin before. */
const [markedEntries, markedBytes] = [1000, 2 ** 30];

/** Throws `ArchiveRefused`. */
async function readManifest(file: ZipFile, index: EntryIndex, listed: ArchiveEntry): Promise<void> {
  for await (const { sha256, path } of manifestLines(file, listed)) {
    if (!path.startsWith('data/') || !index.addDigest(path, sha256)) throw new ArchiveRefused(faults.mismatch(path));
  }
  const unmatched = index.unmatched();
  if (unmatched !== undefined) throw new ArchiveRefused(faults.mismatch(unmatched));
}

/** The bytes of an entry with the manifest, and with its name. Throws `ArchiveRefused`. */
async function compare(file: ZipFile, index: EntryIndex, entry: ArchiveEntry, passed: DigestOptions['passed']) {
  if (!entry.path.startsWith('data/')) return;
  const sha256 = await digestOf(file, entry, passed);
  const asNamed = digestIn(entry.path) ?? sha256;
  if (sha256 !== asNamed || sha256 !== index.digestOf(entry.path)) throw new ArchiveRefused(faults.digest(entry.path));
}

/** Those that the bag is made of: each is listed once, and has the digest that is listed. */
async function checkTags(file: ZipFile, index: EntryIndex, tags: ArchiveEntry): Promise<void> {
  if (tags.size > mostTagBytes) throw new ArchiveRefused(faults.mismatch(tagManifest));
  const told = new Map<string, string>();
  for await (const { sha256, path } of manifestLines(file, tags)) {
    if (told.has(path) || !tagFiles.includes(path)) throw new ArchiveRefused(faults.mismatch(path));
    told.set(path, sha256);
  }
  for (const path of tagFiles) {
    const entry = index.find(path);
    const sha256 = told.get(path);
    if (entry === undefined || sha256 === undefined) throw new ArchiveRefused(faults.mismatch(path));
    if ((await digestOf(file, entry)) !== sha256) throw new ArchiveRefused(faults.digest(path));
  }
}

async function digestOf(file: ZipFile, entry: ArchiveEntry, passed = (_: number) => {}): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of unpacked(file, entry)) {
    hash.update(chunk);
    passed(chunk.length);
  }
  return hash.digest('hex');
}

/** The lines of a manifest. Throws `ArchiveRefused` for what is none. */
async function* manifestLines(file: ZipFile, entry: ArchiveEntry) {
  let rest = '';
  const lineOf = (line: string) => {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined) throw new ArchiveRefused(faults.mismatch(line));
    return { sha256, path };
  };
  for await (const chunk of unpacked(file, entry)) {
    const lines = (rest + chunk.toString('latin1')).split('\n'); // names of archives are ASCII
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ArchiveRefused(faults.mismatch(rest));
    for (const line of lines) yield lineOf(line);
  }
  if (rest !== '') throw new ArchiveRefused(faults.mismatch(rest));
}

/** Payload-Oxum counts the bytes and the files of `data/`. */
async function checkOxum(file: ZipFile, index: EntryIndex, entry: ArchiveEntry): Promise<void> {
  const { files, bytes } = index.payload();
  const said = [...(await infoText(file, entry)).matchAll(/^Payload-Oxum: (.*)$/gm)].map(([, value]) => value);
  if (said.length !== 1 || said[0] !== `${bytes}.${files}`) throw new ArchiveRefused(faults.digest(info));
}

/** bag-info.txt. Throws `ArchiveRefused` where it is larger than any. */
export async function infoText(file: ZipFile, entry: ArchiveEntry): Promise<string> {
  if (entry.size > mostTagBytes) throw new ArchiveRefused(faults.digest(info));
  return String(await wholeOf(file, entry));
}
