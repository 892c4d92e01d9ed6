import { type MantineBreakpoint, Table } from '@mantine/core';
import { type Key, type ReactNode, useMemo } from 'react';
import { HiddenHead } from './hidden-head.tsx';
import { ListFoot } from './list-foot.tsx';
import { Sheet } from './sheet.tsx';
import { SortHead } from './sort-head.tsx';
import { type PagedQuery, useWholeList, wholly } from './whole-list.ts';

export interface Column<T> {
  readonly title: string;
  /** Absent: the column says nothing that one would order by. */
  readonly order?: (a: T, b: T) => number;
  readonly visibleFrom?: MantineBreakpoint;
}

const rowsAtOnce = 100;

/** A table that is sorted by its columns, some rows at once, with what there is in all at its foot. */
export function SortedSheet<T>(props: {
  readonly label?: string;
  /** What there is, or the pages of it that were read. */
  readonly items: readonly T[] | PagedQuery<T>;
  /** Always the same ones. */
  readonly columns: readonly Column<T>[];
  readonly keyOf: (one: T) => Key;
  /** The cells of a row; one more than there are columns where something can be done. */
  readonly row: (one: T) => ReactNode;
  readonly actions?: boolean;
  /** The words for one and for several of them. */
  readonly of: string;
  readonly many: string;
}) {
  const { items, columns } = props;
  const orders = useMemo(
    () => Object.fromEntries(columns.flatMap(({ title, order }) => (order ? [[title, order]] : []))),
    [columns],
  );
  const list = useWholeList<T, string>('data' in items ? items : wholly(items), orders, rowsAtOnce);
  return (
    <>
      <Sheet {...(props.label ? { label: props.label } : {})}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, order, visibleFrom }) => {
              const from = visibleFrom ? { visibleFrom } : {};
              return order ? (
                <SortHead key={title} list={list} column={title} {...from}>
                  {title}
                </SortHead>
              ) : (
                <Table.Th key={title} {...from}>
                  {title}
                </Table.Th>
              );
            })}
            {props.actions && <HiddenHead text="Actions" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.shown.map((one) => (
            <Table.Tr key={props.keyOf(one)}>{props.row(one)}</Table.Tr>
          ))}
        </Table.Tbody>
      </Sheet>
      <ListFoot list={list} of={props.of} many={props.many} />
    </>
  );
}
