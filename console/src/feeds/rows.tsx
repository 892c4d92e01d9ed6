import { Alert, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconTableOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../ui/empty.tsx';
import { count, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { digitsOf } from '../ui/number/digits.ts';
import { ProblemText } from '../ui/problem-note.tsx';
import type { Column, FeedSet } from './columns.ts';
import classes from './feeds.module.css';
import { Preparing } from './preparing.tsx';
import { type Question, type Row, rowsQuery, type Value } from './queries.ts';
import type { RowsSearch } from './search.ts';

interface RowsProps {
  readonly twinId: string;
  readonly uniqueName: string;
  readonly set: FeedSet;
  readonly question: Question;
  readonly search: RowsSearch;
  readonly onSort: (column: string) => void;
}

/** The rows that a question finds, page after page. */
export function Rows(props: RowsProps) {
  const { set, question } = props;
  const query = useInfiniteQuery(rowsQuery(props.twinId, props.uniqueName, set.name, question));
  const columns = set.columns.filter(({ name }) => question.select.length === 0 || question.select.includes(name));
  return (
    <div>
      <Preparing query={query} />
      <Loaded query={query}>
        {({ rows, count: all }) =>
          rows.length === 0 ? (
            <Empty
              icon={IconTableOff}
              title="No row fits"
              text={question.filter ? 'Take a condition away, or write it in another way.' : 'The set is empty.'}
            />
          ) : (
            <>
              <Text size="sm" fw={600} mb={6} role="status">
                {count(all)} {all === 1 ? 'row' : 'rows'}
                {columns.length < set.columns.length && `, ${columns.length} of ${count(set.columns.length)} columns`}
              </Text>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <section className={`surface ${classes.rows}`} tabIndex={0} aria-label={`Rows of ${set.name}`}>
                <RowTable {...props} columns={columns} rows={rows} />
              </section>
              {query.isFetchNextPageError && (
                <Alert color="red" variant="light" mt="xs" title="The next rows could not be read">
                  <ProblemText error={query.error} />
                </Alert>
              )}
              <More query={query} shown={rows.length} of="row" many="rows" />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function RowTable(props: RowsProps & { readonly columns: readonly Column[]; readonly rows: readonly Row[] }) {
  const { columns, rows } = props;
  return (
    <Table verticalSpacing={4} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} search={props.search} onSort={props.onSort} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
          <Table.Tr key={at}>
            {columns.map((column) => (
              <Cell key={column.name} column={column} value={row[column.name] ?? null} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Head({ column, search, onSort }: Pick<RowsProps, 'search' | 'onSort'> & { readonly column: Column }) {
  const sorted = search.by === column.name;
  const Sign = sorted ? (search.down ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <Table.Th aria-sort={sorted ? (search.down ? 'descending' : 'ascending') : 'none'} title={column.hint}>
      <UnstyledButton className="sort" fz="inherit" fw="inherit" onClick={() => onSort(column.name)}>
        {column.label} <Sign size={13} aria-hidden data-quiet={!sorted || undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}

const isNumber = ({ type }: Column): boolean => /Int|Double|Decimal/.test(type);

function Cell({ column, value }: { readonly column: Column; readonly value: Value }) {
  const text = textOf(column, value);
  return (
    <Table.Td data-number={isNumber(column) || undefined} title={text.length > 30 ? text : undefined}>
      {text}
    </Table.Td>
  );
}

function textOf({ type }: Column, value: Value): string {
  if (value === null) return '';
  if (type === 'Edm.DateTimeOffset' && typeof value === 'string') return dateTime(value);
  if (type === 'Edm.Boolean') return value ? 'true' : 'false';
  if (type === 'Edm.Double' && typeof value === 'number') return digitsOf(value);
  return String(value);
}
