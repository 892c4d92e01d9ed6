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
import { itemsQuery } from '../../files/queries.ts';
import { runningJobsQuery } from '../../jobs/queries.ts';
import { membersQuery } from '../../members/queries.ts';
import { modelsQuery } from '../../models/queries.ts';
import { topQuery } from '../../platform/files.ts';
import { realityQuery } from '../../reality/queries.ts';
import { scenesQuery } from '../../scenes/queries.ts';
import { count, plural } from '../../ui/format.ts';
import { formsQuery } from '../../ui/forms/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { useWholeList } from '../../ui/whole-list.ts';
import classes from './sections.module.css';

/** What a twin holds: a tile for each of its pages, with what is there. */
export function TwinSections({ twinId }: { readonly twinId: string }) {
  const files = useFilesText(twinId);
  const models = useQuery(modelsQuery(twinId));
  const reality = useInfiniteQuery(realityQuery(twinId));
  const scenes = useQuery(scenesQuery(twinId));
  const members = useQuery(membersQuery(twinId));
  const running = useQuery(runningJobsQuery(twinId)).data;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
      <Tile to="/twins/$twinId/files" twinId={twinId} icon={IconFolder} title="Files" text={files} />
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
          (reality.data.length === 0
            ? 'None yet: drop a scan'
            : atLeast(reality.data.length, reality.hasNextPage, 'data set'))
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
        text={
          running &&
          (running.jobs > 0 ? `${count(running.jobs)}${running.more ? ' or more' : ''} under way` : 'Nothing under way')
        }
      />
    </SimpleGrid>
  );
}

/** A number of things of which there may be more. */
const atLeast = (known: number, more: boolean, one: string): string =>
  more ? `More than ${plural(known, one)}` : plural(known, one);

/** How many folders and files lie at the top. */
function useFilesText(twinId: string): string | undefined {
  const rootId = useQuery(topQuery(twinId)).data?.rootId;
  const query = useInfiniteQuery({ ...itemsQuery(twinId, rootId ?? ''), enabled: rootId !== undefined });
  const { all, isWhole } = useWholeList(query, {}, 0);
  if (query.data === undefined) return undefined;
  if (all.length === 0) return 'Nothing yet: drop the first file';
  const folders = all.filter(({ type }) => type === 'folder').length;
  return `${plural(folders, 'folder')}, ${atLeast(all.length - folders, !isWhole, 'file')} at the top`;
}

/** How many forms wait for somebody; undefined while that is not known, or not for who asks. */
function useOpenForms(twinId: string): string | undefined {
  const { data, hasNextPage } = useInfiniteQuery(formsQuery(twinId, { state: 'Open' }));
  if (data === undefined) return undefined;
  if (data.length === 0) return 'Nothing open';
  return hasNextPage ? `More than ${count(data.length)} open` : `${count(data.length)} open`;
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
