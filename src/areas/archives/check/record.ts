import { isArchived, referenceOf } from '../../../api/archive/columns.ts';
import type { ArchiveKind, CheckedBy, StoredRow } from '../../../api/archive/kind.ts';
import { contentsIn } from '../../../api/archive/record.ts';
import { issueMessage } from '../../../kernel/schema/messages.ts';
import { input, optional } from '../../../kernel/schema/shapes.ts';
import { issuesOf } from '../../../kernel/schema/validator.ts';
import { nilUuid } from '../../../std/ids.ts';
import { partsOfItemId } from '../../../std/item-id.ts';
import { fold } from '../../../std/text.ts';
import { type LinePlace, refusals } from './faults.ts';
import type { Seen } from './seen.ts';
import { partsOfViewId, valueFault } from './values.ts';

export interface CheckOptions {
  readonly twinId: string;
  readonly seen: Seen;
  readonly refusedExtensions: readonly string[];
  /** Milliseconds since 1970: what has happened lies before. */
  readonly now: number;
}

/** Looks at the records of one kind, one after the other in the order of their file. */
export interface RecordCheck {
  /** Throws `ArchiveRefused`. */
  check(record: StoredRow, place: LinePlace): void;
  /** Members that no column has: they are passed over. */
  readonly unknown: ReadonlySet<string>;
}

const day = 86_400_000;

export function recordCheck(kind: ArchiveKind, options: CheckOptions): RecordCheck {
  const { seen, refusedExtensions, now } = options;
  const columns = kind.columns.filter((column) => isArchived(column, true));
  const known = new Set([...columns.map(({ member }) => member), ...(kind.extra ? ['borrowed', 'twinId'] : [])]);
  const unknown = new Set<string>();
  const shape = input(
    Object.fromEntries(Object.entries(kind.shapes ?? {}).map(([name, one]) => [name, optional(one)])),
  );
  const keys = columns.filter(({ isKey }) => isKey);
  const by: CheckedBy = {
    note: (what) => seen.add(`note ${kind.kind}`, what),
    noted: (what) => seen.has(`note ${kind.kind}`, what),
    refusedExtensions,
  };
  function checkValues(record: StoredRow, place: LinePlace): void {
    for (const column of columns) {
      const why = valueFault(column, record[column.member]);
      if (why !== undefined) throw refusals.invalid(place, column.member, why);
    }
    const [issue] = issuesOf(shape, record);
    if (issue) throw refusals.invalid(place, issue.target, issueMessage(issue));
    for (const { member, code } of columns) {
      const isAhead = code === 'time' && Date.parse(String(record[member])) > now + day;
      if (isAhead && !kind.ahead?.includes(member)) throw refusals.invalid(place, member, 'is in the future');
    }
  }
  return {
    unknown,
    check(record, place) {
      checkValues(record, place);
      for (const name of Object.keys(record)) if (!known.has(name)) unknown.add(name);
      if (!seen.add(kind.kind, keys.map(({ member }) => String(record[member])).join('\0')))
        throw refusals.duplicate(place);
      if (isForeign(kind, record, options.twinId)) throw refusals.foreign(place);
      const fault = kind.check?.(record, by);
      if (fault?.missing !== undefined) throw refusals.dangling(place, kind.kind, fault.missing);
      if (fault) throw refusals.invalid(place, fault.member, fault.why);
      for (const members of kind.unique ?? []) {
        const values = members.map((member) => fold(String(record[member])));
        if (!by.note(`${members.join()} ${values.join('\0')}`))
          throw refusals.invalid(place, members.at(-1) ?? '', 'is that of an earlier line');
      }
      noteReferences(kind, record, place, seen);
    },
  };
}

/** An id that names another twin; borrowed definitions, and what belongs to them, are of another one. */
function isForeign({ columns, kind }: ArchiveKind, record: StoredRow, twinId: string): boolean {
  if (record.borrowed === true) return record.twinId === twinId;
  if (record.borrowed !== undefined || (record.twinId !== undefined && kind === 'forms/definition')) return true;
  return columns.some(({ code, member }) => {
    const id = String(record[member]);
    if (code === 'key:item') return partsOfItemId(id)?.twinId !== twinId;
    return code === 'key:view' && partsOfViewId(id)?.twinId !== twinId;
  });
}

/** Its records may be below each other in any order; files stand behind their folders, so there is no circle of them. */
const isTree = ({ kind, columns }: ArchiveKind): boolean =>
  columns.some((column) => column.member === 'parentId' && column.code === `ref?:${kind}`);

const person = 'people/person';

function noteReferences(kind: ArchiveKind, record: StoredRow, place: LinePlace, seen: Seen): void {
  const refer = (to: string, id: unknown) => seen.refer(place, to, String(id));
  for (const column of kind.columns) {
    const { member, code } = column;
    const value = record[member];
    if (value === undefined) continue;
    if (code === 'person' && value !== nilUuid) refer(person, value);
    if (code === 'member') refer(record.memberType === 'Group' ? 'access-control/group' : person, value);
    const to = referenceOf(column);
    if (to === undefined) continue;
    if (code.startsWith('ref:')) refer(to.kind, value);
    if (to.kind === kind.kind && to.optional && member === 'parentId')
      seen.below(kind.kind, String(record.id), String(value), place);
  }
  if (isTree(kind)) seen.below(kind.kind, String(record.id), undefined, place);
  for (const content of contentsIn(kind, record)) refer('blobs/blob', content.slice(0, 64));
}
