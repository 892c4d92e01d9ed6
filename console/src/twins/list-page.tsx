import { Button, Group, SegmentedControl, Select, Table, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconBuildingBridge, IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loaded } from '../platform/late-page.ts';
import { Empty } from '../ui/empty.tsx';
import { HiddenHead } from '../ui/hidden-head.tsx';
import { ListFoot } from '../ui/list-foot.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { SortHead } from '../ui/sort-head.tsx';
import { useWholeList, type WholeList } from '../ui/whole-list.ts';
import { mostTwins, type Twin, twinsQuery } from './queries.ts';
import { statuses, subClasses, subClassName, type TwinListSearch, twinListSearch } from './search.ts';
import { TwinRow } from './twin-row.tsx';

const route = getRouteApi('/twins');
const titles = { all: 'Twins', favorites: 'Favorite twins', recents: 'Recently used twins' } as const;

const rowsAtOnce = 50;
const orders = {
  name: byText(({ displayName }: Twin) => displayName),
  number: byText(({ id, number }: Twin) => (number === id ? null : number)),
  kind: byText(({ subClass }: Twin) => subClassName(subClass)),
  status: byText(({ status }: Twin) => status),
  location: byText(({ geographicLocation }: Twin) => geographicLocation),
  changed: byValue(({ lastModifiedDateTime }: Twin) => Date.parse(lastModifiedDateTime)),
};

const TwinForm = lazy(async () => ({ default: (await loaded(() => import('./twin-form.tsx'))).TwinForm }));

/** The twins one may see. */
export function TwinListPage() {
  const search = route.useSearch();
  const query = useInfiniteQuery(twinsQuery(search));
  const list = useWholeList(query, orders, rowsAtOnce);
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title={titles[search.view ?? 'all']}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          Create twin
        </Button>
      }
    >
      <Filters search={search} />
      <Loaded query={query} lines={8}>
        {(twins) =>
          twins.length === 0 ? (
            <NoTwins search={search} onCreate={open} />
          ) : (
            <>
              <Rows list={list} />
              <ListFoot list={list} of="twin" many="twins" most={mostTwins} />
            </>
          )
        }
      </Loaded>
      <Suspense>{creating && <TwinForm onClose={close} />}</Suspense>
    </Page>
  );
}

const Rows = ({ list }: { readonly list: WholeList<Twin, keyof typeof orders> }) => (
  <Sheet>
    <Table.Thead>
      <Table.Tr>
        <SortHead list={list} column="name">
          Name
        </SortHead>
        <SortHead list={list} column="number" visibleFrom="sm">
          Number
        </SortHead>
        <SortHead list={list} column="kind" visibleFrom="xs">
          Kind
        </SortHead>
        <SortHead list={list} column="status" visibleFrom="sm">
          Status
        </SortHead>
        <SortHead list={list} column="location" visibleFrom="md">
          Location
        </SortHead>
        <SortHead list={list} column="changed" visibleFrom="md">
          Changed
        </SortHead>
        <HiddenHead text="Favorite" w={48} />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {list.shown.map((twin) => (
        <TwinRow key={twin.id} twin={twin} />
      ))}
    </Table.Tbody>
  </Sheet>
);

function Filters({ search }: { readonly search: TwinListSearch }) {
  const navigate = useNavigate();
  const set = (change: Record<string, unknown>) =>
    void navigate({ to: '/twins', search: twinListSearch({ ...search, ...change }), replace: true });
  const find = useDebouncedCallback((text: string) => set({ find: text }), 250);
  return (
    <Group gap="xs" mb="sm">
      <SegmentedControl
        size="xs"
        aria-label="Which twins"
        value={search.view ?? 'all'}
        onChange={(view) => set({ view })}
        data={[
          { value: 'all', label: 'All' },
          { value: 'favorites', label: 'Favorites' },
          { value: 'recents', label: 'Recents' },
        ]}
      />
      <TextInput
        size="xs"
        flex={{ base: '1 1 100%', xs: '1 1 200px' }}
        maw={{ base: '100%', xs: 320 }}
        type="search"
        aria-label="Search by name or number"
        placeholder="Search by name or number"
        leftSection={<IconSearch size={14} />}
        key={search.view ?? 'all'}
        defaultValue={search.find ?? ''}
        onChange={(event) => find(event.currentTarget.value)}
      />
      <Select
        size="xs"
        w={140}
        aria-label="Kind"
        placeholder="Every kind"
        clearable
        value={search.subClass ?? null}
        onChange={(subClass) => set({ subClass })}
        data={subClasses.map((value) => ({ value, label: subClassName(value) }))}
      />
      <Select
        size="xs"
        w={130}
        aria-label="Status"
        placeholder="Every status"
        clearable
        value={search.status ?? null}
        onChange={(status) => set({ status })}
        data={[...statuses]}
      />
    </Group>
  );
}

function NoTwins({ search, onCreate }: { readonly search: TwinListSearch; readonly onCreate: () => void }) {
  const navigate = useNavigate();
  const show = (view: TwinListSearch) => void navigate({ to: '/twins', search: view });
  if (search.find || search.subClass || search.status) {
    return (
      <Empty
        icon={IconSearch}
        title="No twin fits"
        text="Search for a part of the name or number, or take filters away."
      >
        <Button variant="default" onClick={() => show(search.view ? { view: search.view } : {})}>
          Clear the filters
        </Button>
      </Empty>
    );
  }
  if (search.view) {
    const text =
      search.view === 'favorites'
        ? 'Mark a twin with its star, and it is here.'
        : 'Twins that you open are here, the latest first.';
    return (
      <Empty icon={IconBuildingBridge} title="Nothing here yet" text={text}>
        <Button variant="default" onClick={() => show({})}>
          Show all twins
        </Button>
      </Empty>
    );
  }
  return (
    <Empty
      icon={IconBuildingBridge}
      title="No twins yet"
      text="A twin holds everything about one bridge, plant, railway or building: files, members, jobs. Create the first one, or ask a colleague to invite you to theirs."
    >
      <Button onClick={onCreate}>Create twin</Button>
    </Empty>
  );
}
