import { Button, Group, Select, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSearch, IconStack3, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { myPermissionsQuery } from '../twins/queries.ts';
import { Empty } from '../ui/empty.tsx';
import { ListFoot } from '../ui/list-foot.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { DropArea } from '../ui/upload/drop-area.tsx';
import { useWholeList } from '../ui/whole-list.ts';
import { DataCard } from './data-card.tsx';
import { type Kind, kinds } from './kinds.ts';
import { fitsSource, type Source, sourcesOf } from './outcomes.ts';
import { conversionsQuery, realityQuery } from './queries.ts';
import classes from './reality.module.css';
import type { ConversionJob } from './shapes.ts';
import { UploadDialog } from './upload-dialog.tsx';

const route = getRouteApi('/twins/$twinId/reality');
const step = 48;
const compare = { name: byText<Source>(({ data }) => data.displayName) };
const mostDismissed = 200;
const kindNames = ['clouds', 'meshes', 'maps', 'photos', 'other'] as const;
const none: readonly ConversionJob[] = [];

/** What was measured and photographed of a twin: clouds, meshes, maps, photos. */
export function RealityPage() {
  const { twinId } = route.useParams();
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayCreate = mine?.has('realitydata_create') ?? false;
  const [given, give] = useState<readonly File[]>();
  const upload = mayCreate && (
    <Button leftSection={<IconUpload size={16} />} onClick={() => give([])}>
      Upload
    </Button>
  );
  return (
    <Page
      title="Reality data"
      about="Point clouds, meshes, orthophotos and photos of this twin: to look at, to measure in, to convert."
      actions={upload}
    >
      <DropArea
        className={classes.drops ?? ''}
        disabled={!mayCreate}
        says="Drop to upload as reality data"
        onFiles={give}
      >
        <List twinId={twinId} upload={upload} mayCreate={mayCreate} />
      </DropArea>
      {given && <UploadDialog twinId={twinId} given={given} onClose={() => give(undefined)} />}
    </Page>
  );
}

function List(props: { readonly twinId: string; readonly upload: React.ReactNode; readonly mayCreate: boolean }) {
  const { twinId } = props;
  const query = useInfiniteQuery(realityQuery(twinId));
  const jobs = useQuery(conversionsQuery(twinId)).data ?? none;
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const [kind, setKind] = useState<Kind>();
  const [dismissed, dismiss] = useLocalStorage<string[]>({ key: 'console.dismissed-conversions', defaultValue: [] });
  const sources = useMemo(
    () => query.data && sourcesOf(query.data, jobs, new Set(dismissed)),
    [query.data, jobs, dismissed],
  );
  const fitting = sources?.filter((source) => fitsSource(source, wanted, kind));
  const list = useWholeList({ ...query, data: fitting }, compare, step);
  return (
    <Loaded query={query}>
      {(all) =>
        all.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <>
            <Group mb="sm" justify="space-between">
              <Group gap="xs">
                <TextInput
                  aria-label="Find reality data"
                  placeholder="Find by name"
                  leftSection={<IconSearch size={16} />}
                  value={find}
                  onChange={(event) => setFind(event.currentTarget.value)}
                />
                <Select
                  aria-label="Kind"
                  placeholder="Every kind"
                  clearable
                  w={190}
                  data={kindNames.map((value) => ({ value, label: kinds[value] }))}
                  value={kind ?? null}
                  onChange={(chosen) => setKind(kindNames.find((one) => one === chosen))}
                />
              </Group>
              <Button
                size="xs"
                variant="subtle"
                aria-pressed={list.sorting !== undefined}
                onClick={() => list.sortBy('name')}
              >
                {list.sorting ? 'By name' : 'Newest first'}
              </Button>
            </Group>
            <ul className={classes.grid}>
              {list.shown.map((source) => (
                <DataCard
                  key={source.data.id}
                  {...source}
                  twinId={twinId}
                  jobs={jobs}
                  all={all}
                  mayCreate={props.mayCreate}
                  onDismiss={(id) => dismiss((before) => [...before.slice(-mostDismissed), id])}
                />
              ))}
            </ul>
            <ListFoot list={list} of="data set" many="data sets" />
          </>
        )
      }
    </Loaded>
  );
}

const Nothing = ({ upload, mayCreate }: { readonly upload: React.ReactNode; readonly mayCreate: boolean }) => (
  <div className="surface">
    <Empty
      icon={IconStack3}
      title="No reality data yet"
      text={
        mayCreate
          ? 'Drop scans (LAS, LAZ, E57, PLY, PCD, PTX, XYZ, CSV), meshes (OBJ, glTF), orthophotos (GeoTIFF) or folders of photos here. Clouds, meshes and maps are prepared to be looked at in 3D.'
          : 'Nobody has uploaded any, or you may not see it.'
      }
    >
      {upload}
    </Empty>
  </div>
);
