import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { withoutOwner } from './last-owner.ts';
import { membersOf, type RoleReference } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';

/** Changes the roles of a person or a group. */
export function RolesDialog(props: {
  readonly twinId: string;
  readonly title: string;
  readonly current: readonly RoleReference[];
  readonly forGroup?: boolean;
  /** Asks once more before the role of the owner is taken away. */
  readonly isLastOwner?: boolean;
  readonly save: (roleIds: string[]) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { twinId, current } = props;
  const [roleIds, setRoleIds] = useState(current.map(({ id }) => id));
  const change = useChange({
    run: () => props.save(roleIds),
    stale: [membersOf(twinId), ['permissions', twinId]],
    says: () => 'The roles are saved.',
    done: props.onClose,
    quiet: true,
  });
  const keepsOwner = current.some(({ id, displayName }) => displayName === 'Owner' && roleIds.includes(id));
  const save = () => {
    if (!props.isLastOwner || keepsOwner) return change.mutate();
    const question = { title: 'Leave the twin without an owner?', text: withoutOwner, verb: 'Save all the same' };
    confirm({ ...question, onConfirm: () => change.mutate() });
  };
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <Stack gap="sm">
        <RoleChoice
          twinId={twinId}
          value={roleIds}
          known={current}
          forGroup={props.forGroup ?? false}
          onChange={setRoleIds}
        />
        {change.error && <ProblemNote error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            disabled={roleIds.length === 0 && (!props.forGroup || current.length === 0)}
            loading={change.isPending}
            onClick={save}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
