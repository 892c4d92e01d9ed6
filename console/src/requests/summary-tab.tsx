import { Anchor, Grid, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { count } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useFilter } from './filters-bar.tsx';
import { type Summary, summaryQuery } from './queries.ts';
import type { Filters } from './search.ts';
import { Timeline } from './timeline.tsx';

const mostRows = 25;

/** The last 24 hours: errors by operation and code, and the slowest operations; each is a filter. */
export function SummaryTab({ filters }: { readonly filters: Filters }) {
  return (
    <Loaded query={useQuery(summaryQuery(filters))}>
      {(summary) => (
        <>
          <Timeline hours={summary.byHour} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Errors summary={summary} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Slowest summary={summary} />
            </Grid.Col>
          </Grid>
        </>
      )}
    </Loaded>
  );
}

const Part = (props: { readonly title: string; readonly heads: readonly string[]; readonly children: ReactNode }) => (
  <>
    <Title order={2} size="sm" mb="xs">
      {props.title}
    </Title>
    <Sheet label={props.title}>
      <Table.Thead>
        <Table.Tr>
          {props.heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{props.children}</Table.Tbody>
    </Sheet>
  </>
);

function Errors({ summary }: { readonly summary: Summary }) {
  const filter = useFilter();
  if (summary.byCode.length === 0) return <Text size="sm">Nothing was refused.</Text>;
  return (
    <Part title="Refused, by operation and code" heads={['Operation', 'Code', 'Times']}>
      {summary.byCode.slice(0, mostRows).map((one) => (
        <Table.Tr key={`${one.operationId} ${one.status} ${one.code}`}>
          <Table.Td className="long">{one.operationId ?? 'None'}</Table.Td>
          <Table.Td className="long">
            <Anchor
              component="button"
              fz="sm"
              onClick={() =>
                filter({
                  tab: undefined,
                  operationId: one.operationId ?? undefined,
                  code: one.code ?? undefined,
                  status: one.status === null ? 'none' : String(one.status),
                })
              }
            >
              {one.status ?? 'No answer'} {one.code}
            </Anchor>
          </Table.Td>
          <Table.Td>{count(one.count)}</Table.Td>
        </Table.Tr>
      ))}
    </Part>
  );
}

function Slowest({ summary }: { readonly summary: Summary }) {
  const filter = useFilter();
  const slowest = summary.byOperation.toSorted((a, b) => b.p95Ms - a.p95Ms).slice(0, mostRows);
  return (
    <Part title="Slowest operations" heads={['Operation', 'Times', 'Half within', '95 % within']}>
      {slowest.map((one) => (
        <Table.Tr key={one.operationId}>
          <Table.Td className="long">
            {one.operationId === null ? (
              'None'
            ) : (
              <Anchor
                component="button"
                fz="sm"
                onClick={() => filter({ tab: undefined, operationId: one.operationId ?? undefined })}
              >
                {one.operationId}
              </Anchor>
            )}
          </Table.Td>
          <Table.Td>{count(one.count)}</Table.Td>
          <Table.Td>{one.p50Ms} ms</Table.Td>
          <Table.Td>{one.p95Ms} ms</Table.Td>
        </Table.Tr>
      ))}
    </Part>
  );
}
