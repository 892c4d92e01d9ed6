import { setImmediate as breathe } from 'node:timers/promises';
import type { ArchiveKind, StoredRow } from '../../../api/archive/kind.ts';
import type { ArchiveEntry, EntryIndex } from '../../../engines/archive/entry-index.ts';
import type { Dangling } from '../../../engines/archive/references.ts';
import type { ZipFile } from '../../../engines/archive/zip-directory.ts';
import { contentName } from '../snapshot/plan.ts';
import { type LinePlace, refusals } from './faults.ts';
import { objectIn } from './json.ts';
import { linesIn } from './lines.ts';
import { checkPictures } from './pictures.ts';
import { recordCheck } from './record.ts';
import { type GivenReport, readReport } from './report.ts';
import { openSeen, type Seen } from './seen.ts';

/** An archive whose container and digests are right. */
export interface OpenArchive {
  readonly file: ZipFile;
  readonly index: EntryIndex;
  /** The name of its base folder. */
  readonly base: string;
}

export interface CheckArchiveOptions {
  readonly kinds: readonly ArchiveKind[];
  /** For files of this work. */
  readonly folder: string;
  readonly refusedExtensions: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
  progress(records: number, total: number): void;
  /** Beside the event loop: the first reference in a file of what was seen that leads nowhere. */
  findDangling(seen: string): Promise<Dangling | null>;
  /** A line for people. */
  log(line: string): void;
}

/** Milliseconds in which records are looked at before others have their turn. */
const turnMs = 10;
/** Kinds as people call them. */
const called: Readonly<Record<string, string>> = { 'blobs/blob': 'content', 'people/person': 'person' };
const held = 'data/held.ndjson';
const contents = 'blobs/blob';
const twinKind = 'twins/twin';

/** The third stage: the records. Throws `ArchiveRefused`. */
export async function checkRecords(archive: OpenArchive, options: CheckArchiveOptions): Promise<GivenReport> {
  const report = await readReport(archive.file, archive.index, archive.base);
  const seen = openSeen(options.folder);
  try {
    const total = Object.values(report.counts.records).reduce((sum, one) => sum + one, 0);
    const pace = paceOf(options, total);
    const sums = { blobs: 0, bytes: 0, held: await noteHeld(archive, seen) };
    const counts: Record<string, number> = {};
    for (const kind of options.kinds) {
      counts[kind.kind] = await checkKind(archive, kind, { ...options, seen, sums, pace });
    }
    seen.flush();
    const lost = await options.findDangling(seen.path);
    if (lost) throw refusals.dangling(lost, called[lost.kind] ?? lost.kind, lost.id);
    checkCounts(report, counts, sums);
    return report;
  } finally {
    seen.close();
  }
}

interface Sums {
  blobs: number;
  bytes: number;
  readonly held: number;
}

interface Checking extends CheckArchiveOptions {
  readonly seen: Seen;
  readonly sums: Sums;
  /** To be waited for after each record. */
  readonly pace: () => Promise<void>;
}

/** Lets others have their turn, and tells how far it is. */
function paceOf({ signal, progress }: CheckArchiveOptions, total: number) {
  let [done, turn] = [0, performance.now()];
  return async () => {
    done++;
    if (performance.now() - turn < turnMs) return;
    signal.throwIfAborted();
    progress(done, total);
    await breathe();
    turn = performance.now();
  };
}

const fileOf = ({ kind, order }: ArchiveKind): string => {
  if (order === 'people') return 'data/people.ndjson';
  return order === 'history' ? 'data/history/audit.ndjson' : `data/records/${kind}.ndjson`;
};

/** The objects of a file of lines. */
async function* objectsIn(file: ZipFile, entry: ArchiveEntry): AsyncGenerator<[record: StoredRow, place: LinePlace]> {
  for await (const { bytes, number } of linesIn(file, entry)) {
    const place = { entry: entry.path, line: number };
    const read = objectIn(bytes);
    if ('why' in read) throw refusals.invalid(place, read.member, read.why);
    yield [read.value, place];
  }
}

async function checkKind(archive: OpenArchive, kind: ArchiveKind, options: Checking): Promise<number> {
  const { seen, refusedExtensions, now, log, pace } = options;
  const entry = archive.index.find(fileOf(kind));
  if (entry === undefined) return 0;
  const checks = recordCheck(kind, { twinId: archive.base, seen, refusedExtensions, now });
  let count = 0;
  for await (const [record, place] of objectsIn(archive.file, entry)) {
    checks.check(record, place);
    if (kind.kind === contents) noteContent(archive, record, place, options);
    if (kind.kind === twinKind && record.id !== archive.base) throw refusals.foreign(place);
    await checkPictures(archive, kind, record, place);
    count++;
    await pace();
  }
  if (checks.unknown.size > 0)
    log(
      `UnknownMember: ${kind.kind} has members that are passed over: ${[...checks.unknown].sort().join(', ').slice(0, 500)}.`,
    );
  return count;
}

/** The record of a content says of the file in the archive what it is. */
function noteContent({ index }: OpenArchive, record: StoredRow, place: LinePlace, { seen, sums }: Checking): void {
  const sha256 = String(record.sha256);
  const size = Number(record.size);
  const entry = index.find(contentName(sha256));
  if (entry === undefined && !seen.has(held, sha256)) throw refusals.dangling(place, 'content', sha256);
  if (entry !== undefined && entry.size !== size) throw refusals.invalid(place, 'size', 'must be that of the content');
  if (entry === undefined) return;
  sums.blobs++;
  sums.bytes += size;
}

/** Contents that a former archive of a chain has. */
async function noteHeld({ file, index }: OpenArchive, seen: Seen): Promise<number> {
  const entry = index.find(held);
  if (entry === undefined) return 0;
  let count = 0;
  for await (const [{ sha256, size }, place] of objectsIn(file, entry)) {
    if (!/^[0-9a-f]{64}$/.test(String(sha256))) throw refusals.invalid(place, 'sha256', 'must be a SHA-256');
    if (!Number.isSafeInteger(size)) throw refusals.invalid(place, 'size', 'must be an integer');
    if (!seen.add(held, String(sha256))) throw refusals.duplicate(place);
    count++;
  }
  return count;
}

function checkCounts({ counts }: GivenReport, has: Readonly<Record<string, number>>, sums: Sums): void {
  for (const kind of new Set([...Object.keys(counts.records), ...Object.keys(has)])) {
    const [said, count] = [counts.records[kind] ?? 0, has[kind] ?? 0];
    if (said !== count) throw refusals.count(said, kind, count);
  }
  for (const what of ['blobs', 'bytes', 'held'] as const) {
    if (counts[what] !== sums[what]) throw refusals.count(counts[what], what, sums[what]);
  }
  if (has[twinKind] !== 1) throw refusals.count(1, twinKind, has[twinKind] ?? 0);
}
