import { Button, Code, Table, Text } from '@mantine/core';
import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { settings } from '../platform/settings.ts';
import { Empty } from '../ui/empty.tsx';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { FiltersBar, useFilter } from './filters-bar.tsx';
import { useArrivals } from './live.ts';
import { type Entry, requestsQuery } from './queries.ts';
import { type Filters, filtersOf } from './search.ts';
import { StatusBadge } from './status-badge.tsx';
import { SummaryTab } from './summary-tab.tsx';

const route = getRouteApi('/requests');
const tabs = ['requests', 'summary'] as const;
const names = { requests: 'Requests', summary: 'Summary' };

/** What applications have just done: live, and counted. */
export function RequestsPage() {
  const search = route.useSearch();
  const filter = useFilter();
  const filters = filtersOf(search);
  return (
    <Page
      title="Requests"
      about="Every call of an operation of the platform: your own, those of the applications that you manage, and for administrators those of their organization."
    >
      <PageTabs tabs={tabs} names={names} tab={search.tab ?? 'requests'} onTab={(tab) => filter({ tab })}>
        <FiltersBar filters={filters} />
        {search.tab === 'summary' ? <SummaryTab filters={filters} /> : <LiveList filters={filters} />}
      </PageTabs>
    </Page>
  );
}

function LiveList({ filters }: { readonly filters: Filters }) {
  const [paused, setPaused] = useState(false);
  const query = useInfiniteQuery(requestsQuery(filters));
  const arrived = useArrivals(filters, paused);
  const Sign = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const entries = merged(
          arrived,
          pages.flatMap(({ requests }) => requests),
        );
        return (
          <>
            <Button
              mb="xs"
              size="compact-xs"
              variant="default"
              leftSection={<Sign size={14} />}
              onClick={() => setPaused(!paused)}
            >
              {paused ? 'Go on live' : 'Pause'}
            </Button>
            {entries.length === 0 ? (
              <Nothing filtered={Object.keys(filters).length > 0} />
            ) : (
              <>
                <Rows entries={entries} />
                <More query={query} shown={entries.length} of="request" many="requests" />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Each once, the newest first. */
function merged(arrived: readonly Entry[], listed: readonly Entry[]): readonly Entry[] {
  const all = new Map([...listed, ...arrived].map((one) => [one.id, one]));
  return [...all.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

const Rows = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <Sheet label="Requests">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Request</Table.Th>
        <Table.Th>Status</Table.Th>
        <Table.Th visibleFrom="sm">Operation</Table.Th>
        <Table.Th visibleFrom="md">Application</Table.Th>
        <Table.Th visibleFrom="sm">Took</Table.Th>
        <Table.Th visibleFrom="xs">When</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {entries.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td className="long">
            <TextLink to="/requests/$requestId" params={{ requestId: one.id }} fw={500} fz="sm">
              {one.method} {one.path}
            </TextLink>
          </Table.Td>
          <Table.Td>
            <StatusBadge status={one.status} />
            {one.code && (
              <Text size="xs" c="dimmed" className="long">
                {one.code}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm" className="long">
            {one.operationId ?? 'None'}
          </Table.Td>
          <Table.Td visibleFrom="md" className="long">
            {one.clientId}
          </Table.Td>
          <Table.Td visibleFrom="sm">{one.durationMs} ms</Table.Td>
          <Table.Td visibleFrom="xs">
            <Time iso={one.dateTime} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);

const Nothing = ({ filtered }: { readonly filtered: boolean }) => (
  <>
    <Empty
      icon={IconActivity}
      title={filtered ? 'No request is like that' : 'No requests yet'}
      text={
        filtered
          ? 'Take a filter away, or wait: requests that match appear here by themselves.'
          : 'Each call of an operation with a token is an entry: answered, refused or failed. Pages, uploads by signed addresses and calls without a token are none. Try one:'
      }
    />
    {!filtered && (
      <Code block className="long">
        curl -H "Authorization: Bearer $TWIN_TOKEN" {settings.baseUrl}/twins/
      </Code>
    )}
  </>
);
