import { Box, Card, SimpleGrid, Text } from '@mantine/core';
import {
  type Icon,
  IconCube,
  IconFolder,
  IconForms,
  IconListCheck,
  IconStack2,
  IconStack3,
  IconUsers,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { jobsQuery } from '../../jobs/queries.ts';
import { membersQuery } from '../../members/queries.ts';
import { modelsQuery } from '../../models/queries.ts';
import { topQuery } from '../../platform/files.ts';
import { isUnderWay } from '../../platform/jobs.ts';
import { realityQuery } from '../../reality/queries.ts';
import { scenesQuery } from '../../scenes/queries.ts';
import { plural } from '../../ui/format.ts';
import { formsQuery } from '../../ui/forms/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import classes from './sections.module.css';

/** What a twin holds: a tile for each of its pages, with what is there. */
export function TwinSections({ twinId }: { readonly twinId: string }) {
  const top = useQuery(topQuery(twinId));
  const models = useQuery(modelsQuery(twinId));
  const reality = useInfiniteQuery(realityQuery(twinId));
  const scenes = useQuery(scenesQuery(twinId));
  const members = useQuery(membersQuery(twinId));
  const jobs = useInfiniteQuery(jobsQuery({ twinId }));
  const running = jobs.data?.filter(isUnderWay).length ?? 0;
  const folders = top.data?.items.filter(({ type }) => type === 'folder').length ?? 0;
  const files = (top.data?.items.length ?? 0) - folders;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
      <Tile
        to="/twins/$twinId/files"
        twinId={twinId}
        icon={IconFolder}
        title="Files"
        text={
          top.data &&
          (files + folders === 0
            ? 'Nothing yet: drop the first file'
            : `${plural(folders, 'folder')}, ${plural(files, 'file')} at the top`)
        }
      />
      <Tile
        to="/twins/$twinId/models"
        twinId={twinId}
        icon={IconCube}
        title="Models"
        text={
          models.data && (models.data.length === 0 ? 'None yet: drop an IFC file' : plural(models.data.length, 'model'))
        }
      />
      <Tile
        to="/twins/$twinId/reality"
        twinId={twinId}
        icon={IconStack3}
        title="Reality data"
        text={
          reality.data &&
          (reality.data.length === 0 ? 'None yet: drop a scan' : plural(reality.data.length, 'data set'))
        }
      />
      <Tile
        to="/twins/$twinId/scenes"
        twinId={twinId}
        icon={IconStack2}
        title="Scenes"
        text={scenes.data && (scenes.data.length === 0 ? 'None yet' : plural(scenes.data.length, 'scene'))}
      />
      <Tile to="/twins/$twinId/forms" twinId={twinId} icon={IconForms} title="Forms" text={useOpenForms(twinId)} />
      <Tile
        to="/twins/$twinId/members"
        twinId={twinId}
        icon={IconUsers}
        title="Members"
        text={members.data && plural(members.data.length, 'person', 'people')}
      />
      <Tile
        to="/twins/$twinId/jobs"
        twinId={twinId}
        icon={IconListCheck}
        title="Jobs"
        text={jobs.data && (running > 0 ? `${running} under way` : 'Nothing under way')}
      />
    </SimpleGrid>
  );
}

/** How many forms wait for somebody; undefined while that is not known, or not for who asks. */
function useOpenForms(twinId: string): string | undefined {
  const { data, hasNextPage } = useInfiniteQuery(formsQuery(twinId, { state: 'Open' }));
  if (data === undefined) return undefined;
  if (data.length === 0) return 'Nothing open';
  return hasNextPage ? `More than ${data.length} open` : `${data.length} open`;
}

function Tile({
  to,
  twinId,
  icon: Sign,
  title,
  text,
}: {
  readonly to: `/twins/$twinId/${'files' | 'models' | 'reality' | 'scenes' | 'forms' | 'members' | 'jobs'}`;
  readonly twinId: string;
  readonly icon: Icon;
  readonly title: string;
  readonly text: string | undefined;
}) {
  return (
    <Card withBorder padding="sm" className={classes.tile}>
      <Sign size={22} stroke={1.5} aria-hidden />
      <Box>
        <TextLink to={to} params={{ twinId }} fw={600} className={classes.link}>
          {title}
        </TextLink>
        <Text size="xs" c="dimmed">
          {text ?? ' '}
        </Text>
      </Box>
    </Card>
  );
}
