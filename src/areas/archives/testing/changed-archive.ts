import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../../../../test/support/platform.ts';
import { byOrder } from '../../../api/archive/selection.ts';
import { checkArchive } from '../../../engines/archive/check.ts';
import { openIndex } from '../../../engines/archive/entry-index.ts';
import { type ArchiveFault, ArchiveRefused } from '../../../engines/archive/faults.ts';
import { findDangling } from '../../../engines/archive/references.ts';
import { bagOf, type MadeBag, sha256Of, zipOf } from '../../../engines/archive/testing/made-archive.ts';
import { openZip } from '../../../engines/archive/zip-directory.ts';
import { checkRecords } from '../check/archive.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
export type Line = any;

/** What is below `data/` of an archive, by its path, to be changed. */
export type Payload = ReadonlyMap<string, Buffer>;

export const recordsPath = (kind: string): string => `data/records/${kind}.ndjson`;

export const linesOf = (payload: Payload, path: string): Line[] =>
  String(payload.get(path) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const textOf = (lines: readonly unknown[]): Buffer =>
  Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join(''));

/** The archive with other lines in one of its files; what it says of their number is right again. */
export function withLines(payload: Payload, path: string, change: (lines: Line[]) => readonly Line[]): Payload {
  const lines = change(linesOf(payload, path));
  const kind = path.replace(/^data\/(?:records\/)?/, '').replace('.ndjson', '');
  const named = kind === 'people' ? 'people/person' : kind === 'history/audit' ? 'audit/entry' : kind;
  const changed = new Map(payload);
  if (lines.length > 0) changed.set(path, textOf(lines));
  else changed.delete(path);
  return withReport(changed, (report) => ({
    ...report,
    counts: { ...report.counts, records: { ...report.counts.records, [named]: lines.length } },
  }));
}

export function withReport(payload: Payload, change: (report: Line) => unknown): Payload {
  const [report] = linesOf(payload, 'data/archive.json');
  return new Map([...payload, ['data/archive.json', textOf([change(report)])]]);
}

/** One member of the first line that fits has another value. */
export const withMember = (payload: Payload, kind: string, member: string, value: unknown, fits = (_: Line) => true) =>
  withLines(payload, recordsPath(kind), (lines) => {
    const at = lines.findIndex(fits);
    if (at < 0) throw new Error(`There is no such record of ${kind}.`);
    return lines.map((line, n) => (n === at ? { ...line, [member]: value } : line));
  });

/** The archive with another content, wherever it is named. */
export function withContent(payload: Payload, was: string, bytes: Buffer): Payload {
  const now = sha256Of(bytes);
  const path = (digest: string) => `data/blobs/${digest.slice(0, 2)}/${digest}`;
  const before = payload.get(path(was))?.length ?? 0;
  const changed = new Map<string, Buffer>();
  for (const [name, text] of payload) {
    if (name === path(was)) changed.set(path(now), bytes);
    else if (name.endsWith('.ndjson')) changed.set(name, Buffer.from(String(text).replaceAll(was, now)));
    else changed.set(name, text);
  }
  const sized = withLines(changed, recordsPath('blobs/blob'), (lines) =>
    lines.map((line) => (line.sha256 === now ? { ...line, size: bytes.length } : line)),
  );
  return withReport(sized, (report) => ({
    ...report,
    counts: { ...report.counts, bytes: report.counts.bytes - before + bytes.length },
  }));
}

/** The archive as a file, all its digests right. */
export const fileWith = (base: string, payload: Payload, more: Partial<MadeBag> = {}): Buffer =>
  zipOf(
    bagOf({
      base,
      payload: new Map([...payload].filter(([path]) => path.startsWith('data/'))),
      archiveId: archiveIdOf(payload),
      ...more,
    }),
  );

const archiveIdOf = (payload: Payload): string => linesOf(payload, 'data/archive.json')[0]?.id ?? '';

/** What all checks find, without a server. */
export async function faultOf(p: Platform, file: Buffer): Promise<ArchiveFault | null> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-fault-'));
  try {
    const [input, index] = [join(folder, 'archive'), join(folder, 'entries.sqlite')];
    writeFileSync(input, file);
    const kinds = p.app.archives.flatMap((one) => one.kinds).sort(byOrder);
    const limits = { bytes: 2 ** 30, entries: 10_000 };
    const found = await checkArchive(
      { input, index, kinds: kinds.map(({ kind }) => kind), limits },
      { progress() {}, log() {} },
    );
    if (found.fault !== null) return found.fault;
    const archive = { file: await openZip(input), index: openIndex(index), base: found.base };
    try {
      const { refusedExtensions } = p.app.ports.settings;
      const context = { progress() {}, log() {} };
      const following = async (seen: string) => (await findDangling({ seen }, context)).dangling;
      const quiet = { progress() {}, log() {}, signal: new AbortController().signal };
      await checkRecords(archive, {
        kinds,
        folder,
        refusedExtensions,
        now: Date.now(),
        findDangling: following,
        ...quiet,
      });
      return null;
    } finally {
      archive.index.close();
      await archive.file.close();
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.fault;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
