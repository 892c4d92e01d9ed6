import { Button } from '@mantine/core';
import { IconPlayerPlay, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { cancelJob, type Job, removeJob, repeatJob, startJob } from '../queries.ts';

/** What can be done with a job in its state. */
export function JobActions({ job, twinId }: { readonly job: Job; readonly twinId: string }) {
  const navigate = useNavigate();
  const { id, name, state } = job;
  const stale = [
    ['capture', twinId],
    ['capture job', id],
    ['reality', twinId],
  ];
  const start = useChange({ run: () => startJob(id), stale });
  const cancel = useChange({ run: () => cancelJob(id), stale, says: () => `${name} is cancelled.` });
  const repeat = useChange({
    run: () => repeatJob(job),
    stale,
    done: (jobId) => void navigate({ to: '/twins/$twinId/capture/jobs/$jobId', params: { twinId, jobId } }),
  });
  const remove = useChange({
    run: () => removeJob(id),
    stale: [['capture', twinId]],
    gone: [['capture job', id]],
    says: () => `${name} deleted.`,
    done: () => void navigate({ to: '/twins/$twinId/capture', params: { twinId } }),
  });
  if (state === 'unsubmitted') {
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} />}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete
        </Button>
        <Button leftSection={<IconPlayerPlay size={16} />} loading={start.isPending} onClick={() => start.mutate()}>
          Start
        </Button>
      </>
    );
  }
  if (state === 'active') {
    const ask = () =>
      confirm({
        title: `Cancel ${name}?`,
        text: 'What it has done so far is lost. The photos stay.',
        verb: 'Cancel the job',
        onConfirm: () => cancel.mutate(),
      });
    return (
      <Button variant="default" leftSection={<IconX size={16} />} loading={cancel.isPending} onClick={ask}>
        Cancel
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={repeat.isPending}
      onClick={() => repeat.mutate()}
    >
      {state === 'success' ? 'Make it again' : 'Try again'}
    </Button>
  );
}
