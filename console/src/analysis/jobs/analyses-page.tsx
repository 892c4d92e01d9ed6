import { Card, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconScan, IconSearch, IconTarget } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { myPermissionsQuery } from '../../twins/queries.ts';
import classes from '../../ui/card-list.module.css';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWholeList } from '../../ui/whole-list.ts';
import type { Analysis } from '../analysis.ts';
import { analysesQuery } from '../queries.ts';
import { wantOf } from '../wants.ts';
import { AnalysisProgress, StateBadge } from './state.tsx';

const route = getRouteApi('/twins/$twinId/analysis');
const step = 50;

/** What was looked for in photos, maps and clouds of a twin, and what was found. */
export function AnalysesPage() {
  const { twinId } = route.useParams();
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const add = mayCreate && (
    <LinkButton to="/twins/$twinId/analysis/new" params={{ twinId }} leftSection={<IconPlus size={16} />}>
      New analysis
    </LinkButton>
  );
  return (
    <Page
      title="Analysis"
      about="Things and damages found in photos, maps and clouds; the ground of a cloud; what has changed between two surveys."
      actions={
        <>
          <LinkButton to="/detectors" variant="default" leftSection={<IconTarget size={16} />}>
            Detectors
          </LinkButton>
          {add}
        </>
      }
    >
      <List twinId={twinId} add={add} mayCreate={mayCreate} />
    </Page>
  );
}

const titleOf = ({ name, type, inputs }: Analysis): string => name ?? wantOf(type, inputs)?.title ?? 'Analysis';

function List(props: { readonly twinId: string; readonly add: ReactNode; readonly mayCreate: boolean }) {
  const query = useInfiniteQuery(analysesQuery(props.twinId));
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const fitting = query.data?.filter((one) => titleOf(one).toLowerCase().includes(wanted));
  const list = useWholeList({ ...query, data: fitting }, {}, step);
  return (
    <Loaded query={query}>
      {(all) =>
        all.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <>
            <TextInput
              mb="sm"
              maw={320}
              aria-label="Find analyses"
              placeholder="Find by name"
              leftSection={<IconSearch size={16} />}
              value={find}
              onChange={(event) => setFind(event.currentTarget.value)}
            />
            <ul className={classes.list}>
              {list.shown.map((analysis) => (
                <AnalysisCard key={analysis.id} analysis={analysis} twinId={props.twinId} />
              ))}
            </ul>
            <ListFoot list={list} of="analysis" many="analyses" />
          </>
        )
      }
    </Loaded>
  );
}

const Nothing = ({ add, mayCreate }: { readonly add: ReactNode; readonly mayCreate: boolean }) => (
  <div className="surface">
    <Empty
      icon={IconScan}
      title="Nothing was analysed yet"
      text={
        mayCreate
          ? 'Say what you want to know of the photos, maps and clouds of this twin. It is found out here, on this server.'
          : 'Who may make reality data in this twin can start analyses here.'
      }
    >
      {add}
    </Empty>
  </div>
);

function AnalysisCard({ analysis, twinId }: { readonly analysis: Analysis; readonly twinId: string }) {
  const { id, type, inputs, created, state } = analysis;
  const what = wantOf(type, inputs)?.title ?? 'Another kind of analysis';
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.name}>
          <IconScan size={22} stroke={1.5} className={classes.cube} aria-hidden />
          <div className={classes.name}>
            <Group gap="xs">
              <Text fw={600} size="sm" component="h2">
                <TextLink to="/twins/$twinId/analysis/$jobId" params={{ twinId, jobId: id }}>
                  {titleOf(analysis)}
                </TextLink>
              </Text>
              <StateBadge state={state} />
            </Group>
            <Text size="xs" c="dimmed">
              {what === titleOf(analysis) ? '' : `${what} · `}
              <Time iso={created} />
            </Text>
          </div>
        </Group>
      </div>
      <AnalysisProgress analysis={analysis} twinId={twinId} />
    </Card>
  );
}
