import { Button, Group, Menu, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCamera, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import cards from '../../ui/card-list.module.css';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { byText } from '../../ui/order.ts';
import { useWholeList } from '../../ui/whole-list.ts';
import classes from '../capture.module.css';
import { type Job, jobsQuery, removeWorkspace, type Workspace } from '../queries.ts';
import { stateWords } from '../words.ts';
import { JobCard } from './job-card.tsx';
import { NewJobDialog } from './new-job-dialog.tsx';
import { useWorkspaces } from './use-workspaces.ts';

const step = 50;
const compare = { name: byText<Job>(({ name }) => name) };
const states = Object.entries(stateWords).map(([value, label]) => ({ value, label }));

/** The jobs of a twin, the newest first, by workspace and state. */
export function JobsTab({ twinId }: { readonly twinId: string }) {
  const query = useInfiniteQuery(jobsQuery(twinId));
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const workspaces = useWorkspaces(query.data);
  const [workspaceId, chooseWorkspace] = useState<string | null>(null);
  const [state, chooseState] = useState<string | null>(null);
  const [making, make] = useDisclosure(false);
  const data = query.data?.filter(
    (job) => (!workspaceId || job.workspaceId === workspaceId) && (!state || job.state === state),
  );
  const list = useWholeList({ ...query, data }, compare, step);
  const chosen = workspaces.find(({ id }) => id === workspaceId);
  const add = mayCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={make.open}>
      New job
    </Button>
  );
  return (
    <>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconCamera}
                title="No jobs yet"
                text={
                  mayCreate
                    ? 'Upload the photos of a flight or a walk under Photos, then have a model made of them.'
                    : 'Nobody has had anything made of photos. Who may create reality data in this twin can do it here.'
                }
              >
                {add}
              </Empty>
            </div>
          ) : (
            <>
              <div className={classes.tools}>
                <Group gap="xs">
                  <Select
                    aria-label="Workspace"
                    placeholder="All workspaces"
                    clearable
                    data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
                    value={workspaceId}
                    onChange={chooseWorkspace}
                  />
                  <Select
                    aria-label="State"
                    placeholder="In every state"
                    clearable
                    data={states}
                    value={state}
                    onChange={chooseState}
                  />
                  {chosen && mayCreate && (
                    <WorkspaceMenu twinId={twinId} workspace={chosen} onGone={() => chooseWorkspace(null)} />
                  )}
                </Group>
                {add}
              </div>
              <ul className={cards.list}>
                {list.shown.map((job) => (
                  <JobCard key={job.id} job={job} twinId={twinId} />
                ))}
              </ul>
              <ListFoot list={list} of="job" many="jobs" />
            </>
          )
        }
      </Loaded>
      {making && <NewJobDialog twinId={twinId} onClose={make.close} />}
    </>
  );
}

function WorkspaceMenu(props: { readonly twinId: string; readonly workspace: Workspace; readonly onGone: () => void }) {
  const { id, name } = props.workspace;
  const remove = useChange({
    run: () => removeWorkspace(id),
    stale: [['capture', props.twinId], ['capture job']],
    gone: [['capture workspace', id]],
    says: () => `The workspace ${name} is deleted.`,
    done: props.onGone,
  });
  const ask = () =>
    confirm({
      title: `Delete the workspace ${name}?`,
      text: 'Jobs in it that are under way are cancelled, those that were not started are deleted. Results, photos and the jobs that have ended stay.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={name}>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
        Delete the workspace
      </Menu.Item>
    </ActionsMenu>
  );
}
