import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlarm, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import type { FeedSet } from './columns.ts';
import { FeedAddress } from './feed-address.tsx';
import { filterText } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { Preparing } from './preparing.tsx';
import { feedAddress, type Question, rowsAddress, setsQuery } from './queries.ts';
import { Rows } from './rows.tsx';
import type { RowsSearch } from './search.ts';
import { TimerDialog } from './timer-dialog.tsx';

const route = getRouteApi('/twins/$twinId/feeds/$uniqueName/$set');
/** More are hard to look at, and slow to draw. */
const mostColumns = 30;

/** The rows of a set: looked at, filtered, sorted. */
export function SetPage() {
  const { twinId, uniqueName, set: name } = route.useParams();
  const query = useQuery(setsQuery(twinId, uniqueName));
  return (
    <Page
      title={name}
      about={
        <TextLink to="/twins/$twinId/feeds/$uniqueName" params={{ twinId, uniqueName }} size="sm">
          All sets of the package
        </TextLink>
      }
    >
      <Preparing query={query} />
      <Loaded query={query}>
        {(sets) => {
          const set = sets.find((one) => one.name === name);
          if (set) return <Whole twinId={twinId} uniqueName={uniqueName} set={set} />;
          return (
            <Empty
              icon={IconTable}
              title="There is no such set"
              text="Its file or table may have been removed or renamed."
            >
              <LinkButton variant="default" to="/twins/$twinId/feeds/$uniqueName" params={{ twinId, uniqueName }}>
                All sets
              </LinkButton>
            </Empty>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** What an address asks of a set; columns that are there no more are left out. */
function questionOf(set: FeedSet, { where = [], by, down, columns = [] }: RowsSearch): Question {
  const known = set.columns.filter(({ name }) => columns.includes(name)).map(({ name }) => name);
  const first = set.columns.length > mostColumns ? set.columns.slice(0, mostColumns).map(({ name }) => name) : [];
  const sorted = set.columns.some(({ name }) => name === by) ? by : undefined;
  return {
    filter: filterText(where, set.columns),
    orderby: sorted ? `${sorted}${down ? ' desc' : ''}` : '',
    select: known.length > 0 ? known : first,
  };
}

function Whole(props: { readonly twinId: string; readonly uniqueName: string; readonly set: FeedSet }) {
  const { twinId, uniqueName, set } = props;
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/feeds/$uniqueName/$set' });
  const [timing, { open, close }] = useDisclosure(false);
  const question = questionOf(set, search);
  const go = (change: RowsSearch) => void navigate({ search: change, replace: true });
  return (
    <Stack>
      <FilterForm
        key={JSON.stringify([search.where, search.columns])}
        set={set}
        search={search}
        onApply={({ where, columns }) => {
          const { where: _where, columns: _columns, ...sorting } = search;
          go({ ...sorting, ...(where.length > 0 ? { where } : {}), ...(columns.length > 0 ? { columns } : {}) });
        }}
      />
      <Rows
        {...props}
        question={question}
        search={search}
        onSort={(by) => {
          const { by: before, down, ...rest } = search;
          go(before === by && !down ? { ...rest, by, down: true } : { ...rest, by });
        }}
      />
      <FeedAddress
        title="Address of these rows"
        address={rowsAddress(feedAddress(twinId, uniqueName), set.name, question)}
      />
      <Group>
        <Button variant="default" leftSection={<IconAlarm size={16} />} onClick={open}>
          Fetch these rows by a timer
        </Button>
      </Group>
      {timing && <TimerDialog twinId={twinId} asks={{ uniqueName, set: set.name, question }} onClose={close} />}
    </Stack>
  );
}
