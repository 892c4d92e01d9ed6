import { Alert, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Job } from '../jobs/queries.ts';
import { useLiveJob } from '../jobs/use-live-job.ts';
import type { Changeset, Model } from '../models/queries.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { exportJobQuery } from './exports.ts';
import type { ShownLayer } from './use-layer.ts';
import classes from './viewer.module.css';

interface LayerNoteProps {
  readonly layer: ShownLayer;
  readonly model: Model;
  readonly changeset: Changeset;
}

/** Why there is nothing to see of a version, or not yet. */
export function LayerNote({ layer: { tiles, error, settled }, model, changeset }: LayerNoteProps) {
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
    <Progress className={classes.loading} value={100} size={3} animated radius={0} aria-label="Loading the model" />
  );
}

/** How far the tiles of a version are made. */
export function Preparing(props: {
  readonly exportId: string;
  readonly model: Pick<Model, 'id' | 'twinId'>;
  readonly changesetId: string;
}) {
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
