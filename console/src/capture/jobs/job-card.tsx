import { Card, Group, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import list from '../../ui/card-list.module.css';
import { TextLink } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';
import { type Job, workspaceQuery } from '../queries.ts';
import { outputLabel, qualityLabel, textOf } from '../words.ts';
import { JobProgress, StateBadge } from './job-state.tsx';
import { OpenResult } from './results.tsx';

/** A job: what it makes, how far it is, and the way to what it has made. */
export function JobCard({ job, twinId }: { readonly job: Job; readonly twinId: string }) {
  const { id, name, state, jobSettings, createdDateTime, executionInformation } = job;
  const workspace = useQuery(workspaceQuery(job.workspaceId)).data;
  const [error] = executionInformation?.errors ?? [];
  return (
    <Card component="li" withBorder padding="sm">
      <div className={list.head}>
        <Group gap="sm" wrap="nowrap" align="flex-start" className={list.name ?? ''}>
          <IconCamera size={22} stroke={1.5} className={list.cube} aria-hidden />
          <div className={list.name}>
            <Group gap="xs">
              <Text fw={600} size="sm" component="h2">
                <TextLink to="/twins/$twinId/capture/jobs/$jobId" params={{ twinId, jobId: id }}>
                  {name}
                </TextLink>
              </Text>
              <StateBadge state={state} />
            </Group>
            <Text size="xs" c="dimmed">
              {jobSettings.outputs.map(({ format }) => outputLabel(format)).join(', ')} ·{' '}
              {qualityLabel(jobSettings.quality)}
              {workspace && ` · ${workspace.name}`} · <Time iso={createdDateTime} />
            </Text>
          </div>
        </Group>
        <OpenResult job={job} twinId={twinId} small />
      </div>
      <JobProgress job={job} twinId={twinId} />
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {textOf(error)}
        </Text>
      )}
    </Card>
  );
}
