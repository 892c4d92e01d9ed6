import { nameOfKey } from '../../../../src/areas/forms/layout/controls.ts';
import { dateTime } from '../../ui/format.ts';
import type { AuditEntry } from '../../ui/forms/types.ts';

/** What somebody did to a form at one time, in sentences. */
export interface Deed {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly lines: readonly string[];
}

type Change = AuditEntry['changes'][number];

const words: Readonly<Record<string, string>> = {
  DueDate: 'Due date',
  Assignees: 'Assigned to',
  AssignedTo: 'First assignee',
};

const longest = 120;

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const timeText = (value: string): string => (/T00:00:00(\.0+)?Z$/.test(value) ? value.slice(0, 10) : dateTime(value));

/** A value as people read it; what is made of several is told by its names. */
function shown(value: string): string {
  const plain = instant.test(value) ? timeText(value) : named(value);
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

function named(value: string): string {
  if (!/^[[{]/.test(value)) return value === 'true' ? 'Yes' : value === 'false' ? 'No' : value;
  try {
    const parsed: unknown = JSON.parse(value);
    if (!Array.isArray(parsed)) return String(Object(parsed).name ?? Object(parsed).displayName ?? '…');
    const isPlain = parsed.every((one) => typeof one !== 'object');
    return isPlain ? parsed.join(', ') : `${parsed.length} ${parsed.length === 1 ? 'row' : 'rows'}`;
  } catch {
    return '…';
  }
}

function changeLine({ property, oldValue, newValue }: Change, labels: ReadonlyMap<string, string>): string {
  const name = words[property] ?? labels.get(property) ?? nameOfKey(property);
  if (newValue === null) return `${name}: ${shown(oldValue ?? '')} removed`;
  return oldValue === null ? `${name}: ${shown(newValue)}` : `${name}: ${shown(oldValue)} → ${shown(newValue)}`;
}

const places = /^(SourceEntity|ModelPin|ModelView|ModelEvent|BoundingBox|Location|Item|Container)/;

/** What a form is about is told once, whatever members say it. */
function placeLines(changes: readonly Change[]): string[] {
  const ofPlace = changes.filter(({ property }) => places.test(property));
  if (ofPlace.length === 0) return [];
  if (ofPlace.every(({ newValue }) => newValue === null)) return ['Link to the place removed'];
  const source = ofPlace.find(({ property }) => property === 'SourceEntity')?.newValue;
  const element = source ? elementIn(source) : undefined;
  return [element ? `Linked to element ${element}` : 'Linked to a place in the model'];
}

function elementIn(sourceEntity: string): string | undefined {
  try {
    const { elementName, elementId } = Object(Object(JSON.parse(sourceEntity)).modelElement);
    if (typeof elementName === 'string' && elementName !== '') return elementName;
    return typeof elementId === 'string' && elementId !== '0' && elementId !== '' ? elementId : undefined;
  } catch {
    return undefined;
  }
}

const changeLines = (changes: readonly Change[], labels: ReadonlyMap<string, string>): string[] => [
  ...changes.filter(({ property }) => !places.test(property)).map((one) => changeLine(one, labels)),
  ...placeLines(changes),
];

function linesOf({ action, changes }: AuditEntry, labels: ReadonlyMap<string, string>): string[] {
  const [first] = changes;
  switch (action) {
    case 'Created':
      return ['Created', ...changeLines(changes, labels)];
    case 'Status':
      return first ? [`Status: ${[first.oldValue, first.newValue].filter(Boolean).join(' → ')}`] : [];
    case 'File Attached':
      return [`Attached ${first?.newValue ?? 'a file'}`];
    case 'File Removed':
      return [`Removed ${first?.oldValue ?? 'a file'}`];
    case 'Deleted':
      return ['Deleted'];
    case 'Opened':
    case 'Closed':
    case 'Draft':
      return []; // the status says it
    default:
      return changeLines(changes, labels);
  }
}

/** The audit trail, the newest first: what was done in one request is one deed. `labels`: of keys of the layout. */
export function deedsOf(entries: readonly AuditEntry[], labels: ReadonlyMap<string, string>): Deed[] {
  const deeds: (Deed & { lines: string[] })[] = [];
  for (const entry of entries) {
    const last = deeds.at(-1);
    const lines = linesOf(entry, labels);
    const isSame = last?.at === entry.changeDateTime && last.by === entry.changeBy;
    if (isSame) last.lines.unshift(...lines);
    else deeds.push({ id: entry.id, by: entry.changeBy, at: entry.changeDateTime, lines });
  }
  return deeds.filter(({ lines }) => lines.length > 0);
}
