import { Table, type TableThProps, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { WholeList } from './whole-list.ts';

/** The head of a column by which one can sort. */
export function SortHead<T, Column extends string>({
  list,
  column,
  children,
  ...props
}: TableThProps & { readonly list: WholeList<T, Column>; readonly column: Column; readonly children: string }) {
  const { sorting } = list;
  const down = sorting?.by === column ? sorting.down : undefined;
  const Sign = down === undefined ? IconArrowsSort : down ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th {...props} aria-sort={down === undefined ? 'none' : down ? 'descending' : 'ascending'}>
      <UnstyledButton className="sort" fz="inherit" fw="inherit" onClick={() => list.sortBy(column)}>
        {children} <Sign size={13} aria-hidden data-quiet={down === undefined || undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}
