import type { Names } from '../../../api/ports/names.ts';
import type { Cell } from '../../../engines/workbook/write-params.ts';
import { isRecord, membersOf } from '../../../std/records.ts';
import { textOf } from '../export/document.ts';
import { contentOf, elementsOf } from '../form/content.ts';
import type { Control, Layout } from '../layout/controls.ts';
import type { FormRow } from '../tables.ts';

/** A form with what is asked of others for its row. */
export interface Listed {
  readonly row: FormRow;
  readonly names: Names;
}

interface Column {
  readonly head: string;
  readonly cell: (listed: Listed) => Cell;
}

const dateOf = (time: number | null | undefined): Cell => (time === null || time === undefined ? null : { date: time });

const general: readonly Column[] = [
  { head: 'Number', cell: ({ row }) => row.number },
  { head: 'Type', cell: ({ row }) => row.type },
  { head: 'Subject', cell: ({ row }) => row.subject },
  { head: 'Status', cell: ({ row }) => row.status },
  { head: 'State', cell: ({ row }) => row.state },
  { head: 'Assignee', cell: ({ row }) => contentOf(row).assignee?.displayName ?? null },
  {
    head: 'Assignees',
    cell: ({ row }) => (contentOf(row).assignees ?? []).map(({ displayName }) => displayName).join('; ') || null,
  },
  { head: 'DueDate', cell: ({ row }) => dateOf(row.due) },
  { head: 'CreatedBy', cell: ({ row, names }) => names.get(row.created_by) ?? null },
  { head: 'CreatedDateTime', cell: ({ row }) => dateOf(row.created) },
  { head: 'LastModifiedDateTime', cell: ({ row }) => dateOf(row.modified) },
  { head: 'Description', cell: ({ row }) => row.description },
  { head: 'ElementId', cell: ({ row }) => elementsOf(contentOf(row))?.elementIds.join(' ') ?? null },
];

/** The columns of a table of forms, with one for each bound control of a layout. */
export const columnsOf = (layout: Layout | undefined): readonly Column[] => [
  ...general,
  ...[...(layout?.byKey ?? [])].flatMap(([key, control]) =>
    control.type === 'ImageDrop'
      ? []
      : [{ head: control.label || key, cell: ({ row }: Listed) => ownValue(row, key, control) }],
  ),
];

function ownValue(row: FormRow, key: string, control: Control): Cell {
  const { properties } = contentOf(row);
  const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (control.type === 'Table') return tableText(value, control) || null;
  return textOf(value) || null;
}

/** The rows of a table within a cell. */
const tableText = (value: unknown, { columns }: Control): string =>
  (Array.isArray(value) ? value.filter(isRecord) : [])
    .map((row) => columns.map(({ key, label }) => `${label}: ${textOf(membersOf(row)[key ?? ''])}`).join(', '))
    .join('\n');
