import { Box, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { StatusBadge } from '../../ui/forms/status-badge.tsx';
import type { FormSummary } from '../../ui/forms/types.ts';
import { TextLink } from '../../ui/links.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';
import type { WholeList } from '../../ui/whole-list.ts';
import { type Column, dueText, isOverdue } from './columns.ts';

interface RowsProps {
  readonly twinId: string;
  readonly list: WholeList<FormSummary, never>;
  readonly columns: readonly Column[];
  /** Column, with a `-` in front from the last to the first. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
}

/** Forms as a table; not on a phone. */
export const Rows = ({ twinId, list, columns, sort, onSort }: RowsProps) => (
  <Box visibleFrom="sm">
    <Sheet label="Forms">
      <Table.Thead>
        <Table.Tr>
          {columns.map((one) => (
            <Head key={one.name} column={one} sort={sort} onSort={onSort} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.shown.map((form) => (
          <Table.Tr key={form.id}>
            {columns.map((one) => (
              <Table.Td key={one.name} className="long">
                <Cell twinId={twinId} form={form} column={one} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Sheet>
  </Box>
);

function Head({ column, sort, onSort }: { readonly column: Column } & Pick<RowsProps, 'sort' | 'onSort'>) {
  const up = sort === column.name;
  const down = sort === `-${column.name}`;
  const Sign = up ? IconArrowUp : down ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <UnstyledButton
        className="sort"
        fz="inherit"
        fw="inherit"
        onClick={() => onSort(up ? `-${column.name}` : column.name)}
      >
        {column.title} <Sign size={13} aria-hidden data-quiet={!(up || down) || undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}

function Cell({
  twinId,
  form,
  column,
}: {
  readonly twinId: string;
  readonly form: FormSummary;
  readonly column: Column;
}) {
  switch (column.name) {
    case 'number':
      return (
        <TextLink to="/twins/$twinId/forms/$formId" params={{ twinId, formId: form.id }} search={{}} fw={500} fz="sm">
          {column.text(form)}
        </TextLink>
      );
    case 'status':
      return <StatusBadge form={form} />;
    case 'due':
      return form.dueDate ? (
        <Text
          size="sm"
          c={isOverdue(form, Date.now()) ? 'red' : undefined}
          fw={isOverdue(form, Date.now()) ? 600 : 400}
        >
          {dueText(form.dueDate)}
        </Text>
      ) : null;
    case 'created':
    case 'changed':
      return <Time iso={column.text(form)} />;
    default:
      return column.text(form);
  }
}
