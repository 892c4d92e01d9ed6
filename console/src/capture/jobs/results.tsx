import { Text } from '@mantine/core';
import { IconCube, IconView360 } from '@tabler/icons-react';
import { LinkButton } from '../../ui/links.tsx';
import classes from '../capture.module.css';
import type { Job } from '../queries.ts';
import { isOrientation, outputLabel } from '../words.ts';

const tiles = 'Cesium 3D Tiles';

/** The one click to what a job has made: the model with its photos, the model, or the photos. */
export function OpenResult({
  job,
  twinId,
  small = false,
}: {
  readonly job: Job;
  readonly twinId: string;
  readonly small?: boolean;
}) {
  if (job.state !== 'success') return null;
  const idOf = (...formats: readonly string[]) =>
    job.jobSettings.outputs.find(({ format, id }) => formats.includes(format) && id !== null)?.id;
  const [model, scene] = [idOf(tiles), idOf('ContextScene', 'CCOrientations')];
  const size = small ? 'compact-sm' : 'sm';
  if (scene) {
    return (
      <LinkButton
        to="/twins/$twinId/capture/space/$dataId"
        params={{ twinId, dataId: scene }}
        search={model ? { tiles: model } : {}}
        size={size}
        leftSection={<IconView360 size={16} />}
        aria-label={`Open in 3D: ${job.name}`}
      >
        Open in 3D
      </LinkButton>
    );
  }
  if (!model) return null;
  return (
    <LinkButton
      to="/twins/$twinId/reality/$dataId"
      params={{ twinId, dataId: model }}
      size={size}
      leftSection={<IconCube size={16} />}
      aria-label={`Open in 3D: ${job.name}`}
    >
      Open in 3D
    </LinkButton>
  );
}

/** What a job makes, and where it is when it is done. */
export function Results({ job, twinId }: { readonly job: Job; readonly twinId: string }) {
  return (
    <ul className={classes.results} aria-label="Results">
      {job.jobSettings.outputs.map(({ format, id }) => (
        <li key={format}>
          <Text size="sm">{outputLabel(format)}</Text>
          {job.state === 'success' && id ? (
            <LinkButton
              size="compact-sm"
              variant="default"
              to={isOrientation(format) ? '/twins/$twinId/capture/photos/$dataId' : '/twins/$twinId/reality/$dataId'}
              params={{ twinId, dataId: id }}
              aria-label={`Open ${outputLabel(format)}`}
            >
              Open
            </LinkButton>
          ) : (
            <Text size="xs" c="dimmed">
              {job.state === 'active' ? 'is being made' : job.state === 'unsubmitted' ? 'not made yet' : 'was not made'}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
