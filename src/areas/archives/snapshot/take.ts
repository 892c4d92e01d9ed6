import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveKind, AreaArchive, Choices, LeftOut } from '../../../api/archive/kind.ts';
import { blobsIn } from '../../../api/archive/record.ts';
import { recordSchema } from '../../../api/archive/schema.ts';
import { archivedTwin, byOrder, indexOf, readKind } from '../../../api/archive/selection.ts';
import type { Kit } from '../../../api/area.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import { bagInfoText, bagText, manifestLine, readmeText } from '../../../engines/archive/bag.ts';
import type { Snapshot } from '../../../kernel/db/database.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { programName } from '../../../std/program.ts';
import type { Report } from '../tables.ts';
import { type Named, openNamed } from './contents.ts';
import { crateText, nameFiles } from './crate.ts';
import { openParts, type Part, type Parts } from './parts.ts';
import { contentName, planLine, plannedContent } from './plan.ts';
import { type RecordsOptions, writeRecords } from './records.ts';

export interface SnapshotOptions {
  readonly exportId: string;
  readonly twinId: string;
  readonly choices: Choices;
  /** Where the files of this work are. */
  readonly folder: string;
  readonly signal: AbortSignal;
  progress(records: number): void;
}

export interface Taken {
  readonly report: Report;
  readonly manifestSha256: string;
  readonly partsPath: string;
  readonly planPath: string;
  /** The ids of all blobs that are to be read, in pieces. */
  blobIds(): Generator<string[]>;
  close(): void;
}

/** Reads all records of a twin at one moment, and plans its archive to the last file. */
export async function takeSnapshot(
  kit: Kit,
  archives: readonly AreaArchive[],
  options: SnapshotOptions,
): Promise<Taken> {
  const { folder, twinId } = options;
  const named = openNamed(folder);
  const [partsPath, planPath] = [join(folder, 'parts'), join(folder, 'plan.ndjson')];
  const parts = openParts(partsPath);
  try {
    const read = await kit.db.snapshot((moment) => readAll(moment, kit, archives, { ...options, named, parts }));
    const prefixed = await planFiles(read, { named, parts, planPath, twinId });
    return {
      report: read.report,
      manifestSha256: prefixed,
      partsPath,
      planPath,
      blobIds: named.blobIds,
      close: named.close,
    };
  } catch (error) {
    named.close();
    throw error;
  }
}

interface Reading extends SnapshotOptions {
  readonly named: Named;
  readonly parts: Parts;
}

interface Read {
  readonly report: Report;
  /** In the order of the archive, but for those that tell of all others. */
  readonly first: readonly Part[];
}

async function readAll(moment: Snapshot, kit: Kit, archives: readonly AreaArchive[], reading: Reading): Promise<Read> {
  const { twinId, choices, named, parts, signal } = reading;
  const at = kit.now();
  const end = at + kit.ports.settings.archives.snapshotMs;
  const due = () => {
    signal.throwIfAborted();
    if (kit.now() > end) throw new JobFailure('SnapshotTooLong', tooLong);
  };
  const all = archives.flatMap(({ kinds }) => kinds).sort(byOrder);
  const kinds = all.filter(({ order }) => choices.history || order !== 'history');
  const of = archivedTwin(indexOf(all), twinId, choices);
  const twin = await kit.ports.twins.find(moment, twinId);
  if (twin === undefined) throw new JobFailure('TwinNotFound', 'The twin was deleted.');
  const { people } = kit.ports;
  const organization = twin.ownerOrganizationId;
  const recordsOf: RecordsOptions = { moment, of, named, parts, people, organization, due, progress: reading.progress };
  await nameBlobs(kinds, recordsOf, kit);
  const readme = [await parts.add('bagit.txt', [bagText]), await parts.add('data/README.txt', [readmeText])];
  const schemas: Part[] = [];
  for (const kind of kinds) {
    schemas.push(await parts.add(`data/schemas/${kind.kind}.json`, [`${JSON.stringify(recordSchema(kind))}\n`]));
  }
  const { files, counts } = await writeRecords(kinds, recordsOf);
  const leftOut: LeftOut[] = [];
  for (const one of archives) leftOut.push(...((await one.leftOut?.(moment, of)) ?? []));
  const items = all.find(({ kind }) => kind === 'storage/item');
  if (items !== undefined) await nameFiles(moment, items, of, named);
  const number = await numberOf(all, recordsOf);
  const report = await reportOf(moment, kit, reading, { at, counts, leftOut, twin, number });
  return { report, first: [...readme, ...schemas, ...files] };
}

const tooLong = 'The records of the twin could not be read within ARCHIVE_SNAPSHOT_SECONDS.';

/** Notes the blobs that records name, before any record is written: equal bytes have one name. */
async function nameBlobs(kinds: readonly ArchiveKind[], options: RecordsOptions, { ports }: Kit): Promise<void> {
  const { moment, of, named, due } = options;
  const naming = kinds.filter(({ where, columns }) => where && columns.some(({ code }) => code.includes('blob')));
  for (const kind of naming) {
    for await (const rows of readKind(moment, kind, of, 500)) {
      due();
      const labels = new Map<string, string>();
      for (const row of rows) {
        const label = String(row.name ?? row.display_name ?? '');
        for (const id of blobsIn(kind, row, of.choices.derived)) labels.set(id, label);
      }
      const found = await ports.blobs.findAll(moment, [...labels.keys()]);
      const known = new Set(found.map(({ id }) => id));
      const [lost] = [...labels].find(([id]) => !known.has(id)) ?? [];
      if (lost !== undefined) throw new JobFailure('ContentLost', lostText(labels.get(lost) || lost));
      await named.addBlobs(found.map((blob) => ({ ...blob, label: labels.get(blob.id) ?? '' })));
    }
  }
  await named.settle();
}

export const lostText = (name: string): string => `The content of '${name}' is lost.`;

interface Told {
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly leftOut: LeftOut[];
  readonly twin: TwinFacts;
  readonly number: string;
}

async function numberOf(kinds: readonly ArchiveKind[], { moment, of }: RecordsOptions): Promise<string> {
  for (const kind of kinds.filter(({ table }) => table === 'twins')) {
    for await (const [row] of readKind(moment, kind, of, 1)) return String(row?.number);
  }
  return '';
}

async function reportOf(
  moment: Snapshot,
  kit: Kit,
  { exportId, choices, named }: Reading,
  told: Told,
): Promise<Report> {
  const { twin, number } = told;
  const owner = twin.ownerOrganizationId;
  const organization = owner === null ? undefined : await kit.ports.people.organizationName(moment, owner);
  const { count, bytes } = named.totals();
  return {
    format: 1,
    id: exportId,
    program: programName(),
    snapshot: isoTime(told.at),
    consistent: true,
    twin: {
      id: twin.id,
      displayName: twin.displayName,
      number,
      class: twin.class,
      subClass: twin.subClass,
      parentId: twin.parentId,
    },
    source: { baseUrl: kit.baseUrl, organization: organization ?? null },
    choices,
    since: null,
    counts: { records: told.counts, blobs: count, bytes, held: 0 },
    leftOut: told.leftOut,
  };
}

interface Planning {
  readonly named: Named;
  readonly parts: Parts;
  readonly planPath: string;
  readonly twinId: string;
}

/** Writes the plan of all files; answers the digest of the manifest. */
async function planFiles({ report, first }: Read, { named, parts, planPath, twinId }: Planning): Promise<string> {
  const crate = await parts.add('data/ro-crate-metadata.json', crateText(report, named));
  const told = await parts.add('data/archive.json', [`${JSON.stringify(report)}\n`]);
  const payload = [...first.filter(({ name }) => name.startsWith('data/')), crate, told];
  const manifest = await parts.add('manifest-sha256.txt', manifestText(payload, named));
  const { blobs, bytes } = report.counts;
  const info = await parts.add('bag-info.txt', [
    bagInfoText({
      at: new Date(report.snapshot),
      program: report.program,
      twinId,
      displayName: report.twin.displayName,
      bytes: bytes + payload.reduce((sum, { size }) => sum + size, 0),
      files: blobs + payload.length,
      archiveId: report.id,
    }),
  ]);
  const tags = [info, ...first.filter(({ name }) => name === 'bagit.txt'), manifest];
  const tagManifest = await parts.add(
    'tagmanifest-sha256.txt',
    tags.map(({ sha256, name }) => manifestLine(sha256, name)),
  );
  const last = [crate, told, manifest, info, tagManifest];
  await pipeline(Readable.from(planText(first, named, last)), createWriteStream(planPath));
  return manifest.sha256;
}

function* planText(first: readonly Part[], named: Named, last: readonly Part[]): Generator<string> {
  for (const part of first) yield planLine(part);
  for (const content of named.contents()) yield planLine(plannedContent(content));
  for (const part of last) yield planLine(part);
}

/** In the byte order of the names; those of contents follow each other. */
function* manifestText(parts: readonly Part[], named: Named): Generator<string> {
  const inOrder = parts.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  const before = inOrder.filter(({ name }) => name < 'data/blobs/');
  for (const { sha256, name } of before) yield manifestLine(sha256, name);
  for (const { sha256 } of named.contents()) yield manifestLine(sha256, contentName(sha256));
  for (const { sha256, name } of inOrder.slice(before.length)) yield manifestLine(sha256, name);
}
