import { bagText } from './bag.ts';
import type { ArchiveEntry, EntryIndex } from './entry-index.ts';
import { ArchiveRefused, type Findings, faults, isTooPacked, newFindings } from './faults.ts';
import { safeName } from './names.ts';
import { wholeOf } from './unpacked.ts';
import { type DirectoryEntry, directoryEntries, placeOf, readEnd, type ZipFile } from './zip-directory.ts';

export interface ContainerLimits {
  readonly bytes: number;
  readonly entries: number;
}

export interface ContainerOptions extends ContainerLimits {
  readonly index: EntryIndex;
  expects(path: string): boolean;
  /** Told after each entry. */
  each(): void;
}

/**
 * The first stage: the ZIP file as such. Notes every entry in the index, and answers the name of the base folder. Of
 * several faults the first in the order of their codes is told. Throws `ArchiveRefused`.
 */
export async function checkContainer(file: ZipFile, options: ContainerOptions): Promise<string> {
  const findings = newFindings();
  let base: string | undefined;
  try {
    base = await readEntries(file, options, findings);
  } catch (error) {
    if (error instanceof ArchiveRefused) findings.settle(error.fault);
    throw error;
  }
  const bag = options.index.find('bagit.txt');
  if (base === undefined || bag === undefined || !(await isBag(file, bag))) findings.settle(faults.notAnArchive());
  findings.settle();
  return base ?? '';
}

async function isBag(file: ZipFile, entry: ArchiveEntry): Promise<boolean> {
  return entry.size === bagText.length && String(await wholeOf(file, entry)) === bagText;
}

async function readEntries(file: ZipFile, options: ContainerOptions, findings: Findings): Promise<string | undefined> {
  const end = await readEnd(file);
  if (file.size > options.bytes) findings.add(faults.tooLarge(options.bytes));
  let base: string | undefined;
  let [next, total, seen] = [0, 0, 0];
  for await (const entry of directoryEntries(file, end)) {
    options.each();
    if (++seen > options.entries) throw new ArchiveRefused(faults.tooMany(options.entries));
    checkStart(entry, next, end.start);
    const name = safeName(entry.rawName);
    const told = name ?? String(entry.rawName);
    if (name === undefined) findings.add(faults.unsafePath(told));
    const place = await placeOf(file, entry, told);
    next = place.next;
    total += entry.size;
    if (total > options.bytes) findings.add(faults.tooLarge(options.bytes));
    if (end.severalVolumes || !isSupported(entry)) findings.add(faults.unsupported(told));
    if (name === undefined) continue;
    const slash = name.indexOf('/');
    base ??= name.slice(0, slash);
    note(entry, { name, base, slash, start: place.dataStart }, options, findings);
  }
  if (next !== end.start) {
    throw new ArchiveRefused(faults.broken('there is something between its entries and its directory'));
  }
  return base;
}

/** Entries follow each other without gaps, and end before the directory. Throws `ArchiveRefused`. */
function checkStart({ start, packed }: DirectoryEntry, expected: number, directory: number): void {
  if (start > directory || start + packed > directory) throw new ArchiveRefused(faults.truncated());
  if (start !== expected) throw new ArchiveRefused(faults.broken('its entries overlap or leave gaps'));
}

interface Named {
  readonly name: string;
  readonly base: string;
  readonly slash: number;
  readonly start: number;
}

const baseName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function note(
  entry: DirectoryEntry,
  { name, base, slash, start }: Named,
  options: ContainerOptions,
  findings: Findings,
) {
  if (name.endsWith('/')) return findings.add(faults.unsupported(name));
  if (slash < 0 || name.slice(0, slash) !== base || !baseName.test(base)) return findings.add(faults.notAnArchive());
  const path = name.slice(slash + 1);
  const { size, packed, crc } = entry;
  const method = entry.method === 8 ? 8 : 0;
  if (!options.index.add({ path, method, size, packed, crc, start })) findings.add(faults.duplicate(path));
  if (!options.expects(path)) findings.add(faults.unexpected(path));
  if (isTooPacked(size, packed)) findings.add(faults.ratio(path));
}

const onUnix = 3;
const regular = 0o100000;

/** A regular file, packed in a known way: bits 3 and 11 only, methods 0 and 8. */
function isSupported({ madeBy, attributes, flags, method, packed, size, isPlain }: DirectoryEntry): boolean {
  const type = (attributes >>> 16) & 0o170000;
  const isFile = madeBy === onUnix ? type === regular || type === 0 : (attributes & 0x10) === 0;
  const isPacked = method === 8 || (method === 0 && packed === size);
  return isPlain && isFile && isPacked && (flags & ~0x0808) === 0;
}
