import { Menu } from '@mantine/core';
import { requestOf } from '../platform/client.ts';
import { showProblem } from '../ui/change.tsx';
import { saveBlob } from '../ui/save-text.ts';
import { tablePath } from './queries.ts';

const choices = [
  ['All tables, Excel', '', 'xlsx'],
  ['Symbols and tags, CSV', 'tags', 'csv'],
  ['Lines, CSV', 'lines', 'csv'],
  ['Connections, CSV', 'connections', 'csv'],
  ['Sheets, CSV', 'sheets', 'csv'],
] as const;

interface Props {
  readonly inferenceId: string;
  /** Absent: all sheets. */
  readonly sheet?: string;
  /** Has to be done first: only what the server knows is in a table. */
  readonly before?: () => Promise<unknown>;
}

/** What was found as tables, to be saved: items of a menu. */
export function TableItems({ inferenceId, sheet, before }: Props) {
  const save = async (table: string, format: string) => {
    await before?.();
    const response = await requestOf(tablePath(inferenceId, { table, format, sheet: sheet ?? '' }));
    saveBlob(`${[sheet ?? 'drawings', table].filter(Boolean).join(' ')}.${format}`, await response.blob());
  };
  return choices.map(([label, table, format]) => (
    <Menu.Item key={label} onClick={() => void save(table, format).catch(showProblem)}>
      {label}
    </Menu.Item>
  ));
}
