import { Alert, Loader, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import type { ReactNode } from 'react';
import type { Job } from '../../platform/jobs.ts';
import { useLiveJob } from '../../platform/live-job.ts';
import { ProblemNote } from '../problem-note.tsx';
import { exportJobQuery } from './exports.ts';
import classes from './stage.module.css';
import type { ShownLayer } from './use-layer.ts';

type OfTwin = Pick<Schemas['models']['Model'], 'id' | 'twinId'>;

interface LayerNoteProps {
  readonly layer: ShownLayer;
  readonly model: OfTwin;
  readonly changeset: Pick<Schemas['models']['Changeset'], 'id' | 'index'>;
}

/** Why there is nothing to see of a version, or not yet. */
export function LayerNote({ layer: { tiles, error, begun, settled }, model, changeset }: LayerNoteProps) {
  if (error) {
    return (
      <Note>
        <ProblemNote error={error} />
      </Note>
    );
  }
  if (tiles?.status === 'Invalid') {
    return (
      <Note>
        <Alert
          color="orange"
          icon={<IconAlertTriangle size={18} />}
          title={`Version ${changeset.index} cannot be shown in 3D: ${tiles.error ?? 'it could not be converted.'}`}
        >
          Its structure and its properties are here all the same.
        </Alert>
      </Note>
    );
  }
  if (tiles === undefined || tiles.status !== 'Complete') {
    return (
      <Note>
        <Paper className={classes.card} withBorder p="md" role="status">
          <Text fw={600} size="sm">
            Version {changeset.index} is being prepared for 3D
          </Text>
          <Text size="xs" c="dimmed">
            This is done once for each version. The picture comes by itself.
          </Text>
          {tiles && <Preparing exportId={tiles.id} model={model} changesetId={changeset.id} />}
        </Paper>
      </Note>
    );
  }
  if (settled) return null;
  return (
    <>
      <Progress className={classes.loading} value={100} size={3} animated radius={0} aria-label="Loading the model" />
      {!begun && (
        <Note>
          <Paper className={`${classes.card} ${classes.coming}`} withBorder role="status">
            <Loader size="xs" /> Version {changeset.index} is being loaded
          </Paper>
        </Note>
      )}
    </>
  );
}

/** How far the tiles of a version are made. */
export function Preparing(props: { readonly exportId: string; readonly model: OfTwin; readonly changesetId: string }) {
  const { model, changesetId, exportId } = props;
  const { data: job } = useQuery(exportJobQuery(model.twinId, model.id, changesetId, exportId));
  return job ? <Live job={job} /> : null;
}

function Live({ job: listed }: { readonly job: Job }) {
  const { percent, step, state, message } = useLiveJob(listed);
  return (
    <>
      <Progress
        value={percent ?? 100}
        animated={percent === null}
        striped={percent === null}
        size="sm"
        mt="xs"
        aria-label="Preparing"
      />
      <Text size="xs" c="dimmed" mt={4}>
        {state === 'Queued' ? (message ?? 'Waits for its turn') : [step, message].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Over the middle of the picture. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.note}>
    <div>{children}</div>
  </div>
);
