import { nameOfKey } from '../../../../src/areas/forms/layout/controls.ts';
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
  AssignedTo: 'First responsible',
  SourceEntity: 'Place in the model',
  ModelPin: 'Pin in the model',
  ModelView: 'View of the model',
  BoundingBox: 'Box in the model',
};

const longest = 120;

/** A value as people read it; what is made of several is told by its names. */
function shown(value: string): string {
  const plain = /^\d{4}-\d{2}-\d{2}T00:00:00(\.0+)?Z$/.test(value) ? value.slice(0, 10) : named(value);
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
  const isPlace = /^(SourceEntity|Model|BoundingBox|Location|Item|Container)/.test(property);
  if (isPlace) return newValue === null ? `${name} taken away` : `${name} set`;
  if (newValue === null) return `${name}: ${shown(oldValue ?? '')} taken away`;
  return oldValue === null ? `${name}: ${shown(newValue)}` : `${name}: ${shown(oldValue)} → ${shown(newValue)}`;
}

function linesOf({ action, changes }: AuditEntry, labels: ReadonlyMap<string, string>): string[] {
  const [first] = changes;
  switch (action) {
    case 'Created':
      return ['Made the form', ...changes.map((one) => changeLine(one, labels))];
    case 'Status':
      return first ? [`Status: ${[first.oldValue, first.newValue].filter(Boolean).join(' → ')}`] : [];
    case 'File Attached':
      return [`Attached ${first?.newValue ?? 'a file'}`];
    case 'File Removed':
      return [`Removed ${first?.oldValue ?? 'a file'}`];
    case 'Deleted':
      return ['Deleted the form'];
    case 'Opened':
    case 'Closed':
    case 'Draft':
      return []; // the status says it
    default:
      return changes.map((one) => changeLine(one, labels));
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
