import type { ArchivedTwin, ArchiveKind } from '../../../api/archive/kind.ts';
import { lineOf, peopleIn } from '../../../api/archive/record.ts';
import { readKind } from '../../../api/archive/selection.ts';
import type { People, User } from '../../../kernel/callers/people.ts';
import type { Snapshot } from '../../../kernel/db/database.ts';
import { nilUuid } from '../../../std/ids.ts';
import type { Named } from './contents.ts';
import type { Part, Parts } from './parts.ts';

const rowsAtOnce = 500;

export interface RecordsOptions {
  readonly moment: Snapshot;
  readonly of: ArchivedTwin;
  readonly named: Named;
  readonly parts: Parts;
  readonly people: People;
  /** Who owns the Account of the twin; null: a person. */
  readonly organization: string | null;
  /** Throws when it is time to stop. */
  due(): void;
  progress(records: number): void;
}

export interface Records {
  readonly files: readonly Part[];
  /** By kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Writes the records of all kinds, and the people whom they name. */
export async function writeRecords(kinds: readonly ArchiveKind[], options: RecordsOptions): Promise<Records> {
  const counts: Record<string, number> = {};
  const files: Part[] = [];
  let history: Part | undefined;
  let done = 0;
  for (const kind of kinds) {
    if (kind.order === 'people') continue;
    const isHistory = kind.order === 'history';
    const name = isHistory ? 'data/history/audit.ndjson' : `data/records/${kind.kind}.ndjson`;
    const { count, part } = await fileOf(name, linesOf(kind, options), options.parts, () => options.progress(++done));
    if (count === 0) continue;
    counts[kind.kind] = count;
    if (isHistory) history = part;
    else files.push(part);
  }
  const { count, part } = await fileOf('data/people.ndjson', peopleLines(options), options.parts);
  if (count > 0) {
    counts['people/person'] = count;
    files.push(part);
  }
  return { counts, files: history === undefined ? files : [...files, history] };
}

/** A file of lines, and how many they are; `each` is told of every one. */
async function fileOf(name: string, lines: AsyncIterable<string>, parts: Parts, each = () => {}) {
  let count = 0;
  async function* texts(): AsyncGenerator<string> {
    for await (const line of lines) {
      count++;
      each();
      yield `${line}\n`;
    }
  }
  const part = await parts.add(name, texts());
  return { part, count };
}

async function* linesOf(kind: ArchiveKind, options: RecordsOptions): AsyncGenerator<string> {
  if (kind.where === undefined) {
    yield* contentLines(options.named);
    return;
  }
  const { moment, of, named, due } = options;
  const { twinId, choices } = of;
  for await (const rows of readKind(moment, kind, of, rowsAtOnce)) {
    due();
    const people = rows.map((row) => peopleIn(kind, row));
    await named.addPeople(new Set(people.flatMap((one) => one.named)).values().toArray(), true);
    await named.addPeople(new Set(people.flatMap((one) => one.perhaps)).values().toArray(), false);
    for (const row of rows) {
      yield lineOf(kind, row, { twinId, derived: choices.derived, digestOf: named.digestOf });
    }
  }
}

/** The records of contents: what is archived of `blobs`. */
function* contentLines(named: Named): Generator<string> {
  for (const { sha256, size, contentType } of named.contents()) yield JSON.stringify({ contentType, size, sha256 });
}

/**
 * Everybody whom a record names, and whom a value in one names where they belong to the organization of the twin: nobody
 * learns by an archive who a stranger is.
 */
async function* peopleLines({ moment, named, people, organization, due }: RecordsOptions): AsyncGenerator<string> {
  for (const piece of named.people()) {
    due();
    const wanted = new Map(piece.map((one) => [one.id, one.named]));
    wanted.delete(nilUuid);
    const found = await people.byIds(moment, [...wanted.keys()]);
    for (const user of found.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (wanted.get(user.id) || (organization !== null && user.organizationId === organization))
        yield personLine(user);
    }
  }
}

const personLine = ({ id, kind, email, givenName, surname, displayName }: User): string =>
  JSON.stringify({ id, kind, email, givenName, surname, displayName });
