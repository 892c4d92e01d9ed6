import { Readable } from 'node:stream';
import type { Kit } from '../../../api/area.ts';
import {
  type OpenEntry,
  type ZipChunk,
  type ZipPlace,
  zipBeginning,
  zipChunks,
} from '../../../engines/archive/zip-stream.ts';
import { JobFailure, type RunningJob } from '../../../kernel/jobs/job.ts';
import { ContentChanged, ContentLost } from '../../../std/unavailable.ts';
import { isContent, type Planned, readPlan } from '../snapshot/plan.ts';
import { lostText } from '../snapshot/take.ts';
import { lastPiece, pieceAt } from '../store.ts';
import { type ExportRow, type PieceRow, q } from '../tables.ts';

/** About as many bytes are lost at most when a server ends. */
const usualPiece = 64 * 2 ** 20;
/** Of the directory, in one piece. */
const mostDirectory = 4 * 2 ** 20;

export interface WriteOptions {
  readonly row: ExportRow & { readonly plan_blob: string; readonly parts_blob: string; readonly file_blob: string };
  readonly job: Pick<RunningJob<unknown>, 'signal' | 'progress' | 'log' | 'write'>;
  /** Smaller pieces: for tests. */
  readonly pieceBytes?: number;
}

/** Writes the file of an export piece by piece, from the last one that is there on; answers how many pieces there are. */
export async function writeFile(kit: Kit, { row, job, pieceBytes = usualPiece }: WriteOptions): Promise<number> {
  const last = await lastPiece(kit.db, row.id);
  const from = last === undefined ? zipBeginning : placeOf(last);
  let count = (last?.idx ?? -1) + 1;
  const source = {
    entries: entriesOf(kit, { row, job }, from.entry),
    directory: () => directoryOf(kit, row.id),
    at: new Date(row.snapshot ?? 0),
  };
  const chunks = zipChunks(source, from);
  try {
    for (;;) {
      const piece = pieceOf(chunks, pieceBytes);
      const first = await piece.begin();
      if (first === undefined) return count;
      await kit.ports.blobs.savePiece(row.file_blob, count, Readable.from(piece.bytes(first)));
      await savePlace(kit, { row, job }, { idx: count, ...piece.end() });
      count++;
      job.signal.throwIfAborted();
    }
  } finally {
    await chunks.return(undefined); // what is open of the entry under way ends, too
  }
}

type Saved = Pick<PieceRow, 'idx'> & { readonly place: ZipPlace; readonly directory: Buffer };

/** From here on the next attempt goes on behind this piece. */
async function savePlace({ ports }: Kit, { row, job }: Entries, { idx, place, directory }: Saved): Promise<void> {
  const piece: PieceRow = { export_id: row.id, idx, ...place, directory: directory.toString('base64') };
  await job.write(async (tx) => {
    await tx.run(q.insertInto('archive_pieces').values(piece));
    await ports.blobs.prolong(tx, row.file_blob);
  });
  job.progress({ done: place.start + place.sent });
}

const placeOf = ({ entry, sent, crc, start }: PieceRow): ZipPlace => ({ entry, sent, crc, start });

/** Takes chunks until they are enough, or the directory begins. */
function pieceOf(chunks: AsyncIterator<ZipChunk>, enough: number) {
  let place = zipBeginning;
  const directory: Buffer[] = [];
  let [size, told] = [0, 0];
  const note = (chunk: ZipChunk) => {
    place = chunk.place;
    size += chunk.bytes.length;
    if (chunk.directory) directory.push(chunk.directory);
    told += chunk.directory?.length ?? 0;
  };
  const next = async (): Promise<ZipChunk | undefined> => {
    const { value, done } = await chunks.next();
    return done ? undefined : value;
  };
  return {
    /** The first chunk that has bytes; undefined at the end. */
    async begin(): Promise<ZipChunk | undefined> {
      let chunk = await next();
      while (chunk !== undefined && chunk.bytes.length === 0 && chunk.directory === undefined) chunk = await next();
      return chunk;
    },
    async *bytes(first: ZipChunk): AsyncGenerator<Buffer> {
      let chunk: ZipChunk | undefined = first;
      while (chunk !== undefined) {
        note(chunk);
        if (chunk.bytes.length > 0) yield chunk.bytes;
        if (size >= enough || told >= mostDirectory || chunk.entriesEnd) return;
        chunk = await next();
      }
    },
    end: () => ({ place, directory: Buffer.concat(directory) }),
  };
}

/** What the directory says of all entries, from the pieces that are there. */
async function* directoryOf({ db }: Kit, exportId: string): AsyncGenerator<Buffer> {
  for (let idx = 0; ; idx++) {
    const piece = await pieceAt(db, exportId, idx);
    if (piece === undefined) return;
    if (piece.directory !== '') yield Buffer.from(piece.directory, 'base64');
  }
}

type Entries = Pick<WriteOptions, 'row' | 'job'>;

async function* entriesOf(kit: Kit, { row, job }: Entries, from: number): AsyncGenerator<OpenEntry> {
  const plan = await kit.ports.blobs.read(row.plan_blob);
  if (plan === undefined) throw new Error(`The plan of export ${row.id} is not there.`);
  for await (const planned of readPlan(plan.stream, from)) {
    job.signal.throwIfAborted();
    yield entryOf(kit, row, planned);
  }
}

function entryOf({ ports: { blobs } }: Kit, { twin_id, parts_blob }: WriteOptions['row'], planned: Planned): OpenEntry {
  const name = `${twin_id}/${planned.name}`;
  if (isContent(planned)) {
    const { size } = planned;
    return { name, method: 0, size, packed: size, crc: undefined, open: () => openContent(blobs, planned) };
  }
  const { method, size, packed, crc, offset } = planned;
  return {
    name,
    method,
    size,
    packed,
    crc,
    async open() {
      if (packed === 0) return Readable.from([]);
      const part = await blobs.read(parts_blob, { start: offset, end: offset + packed - 1 });
      if (part === undefined) throw new Error(`A part of ${name} is not there.`);
      return part.stream;
    },
  };
}

type PlannedContent = Extract<Planned, { readonly blob: string }>;

/** The bytes of a content, which are compared with its digest while they pass. */
async function openContent(blobs: Kit['ports']['blobs'], { blob, label, name }: PlannedContent): Promise<Readable> {
  const lost = () => new JobFailure('ContentLost', lostText(label || name));
  const stream = await blobs.readPinned(blob).catch((error) => {
    throw isLoss(error) ? lost() : error;
  });
  if (stream === undefined) throw lost();
  return Readable.from(told(stream, lost));
}

const isLoss = (error: unknown): boolean => error instanceof ContentLost || error instanceof ContentChanged;

async function* told(stream: Readable, lost: () => Error): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw isLoss(error) ? lost() : error;
  }
}
