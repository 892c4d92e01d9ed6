import { Menu } from '@mantine/core';
import { IconActivity, IconKey, IconPencil, IconPower, IconTrash } from '@tabler/icons-react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { MenuLink } from '../ui/links.tsx';
import { BodiesItem } from './bodies-item.tsx';
import { type Application, type Made, remove, renewSecret, setState } from './queries.ts';

/** What can be done with an application. */
export function ApplicationMenu(props: {
  readonly application: Application;
  readonly onEdit: () => void;
  readonly onSecret: (made: Made) => void;
}) {
  const { clientId, displayName, state, type } = props.application;
  const stale = [['applications']];
  const end = useChange({ run: () => remove(clientId), stale, says: () => `${displayName} is deleted.` });
  const change = useChange({ run: () => setState(clientId, state === 'Active' ? 'Disabled' : 'Active'), stale });
  const renew = useChange({
    run: (immediately: boolean) => renewSecret(clientId, immediately),
    done: (secret) => props.onSecret({ clientId, secret }),
  });
  const askToEnd = () =>
    confirm({
      title: `Delete ${displayName}?`,
      text: 'Its tokens stop working at once, and its webhooks are deleted.',
      verb: 'Delete application',
      onConfirm: () => end.mutate(),
    });
  const askToRenew = () =>
    confirm({
      title: `New secret for ${displayName}?`,
      text: 'The present secret works for another 24 hours, so that you can change it where it is used.',
      verb: 'Make a new secret',
      onConfirm: () => renew.mutate(false),
    });
  return (
    <ActionsMenu of={displayName}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={props.onEdit}>
        Edit
      </Menu.Item>
      {(type === 'Web' || type === 'Service') && (
        <Menu.Item leftSection={<IconKey size={16} />} onClick={askToRenew}>
          New secret
        </Menu.Item>
      )}
      <MenuLink to="/requests" search={{ clientId }} leftSection={<IconActivity size={16} />}>
        Requests
      </MenuLink>
      <BodiesItem clientId={clientId} />
      <Menu.Item leftSection={<IconPower size={16} />} onClick={() => change.mutate()}>
        {state === 'Active' ? 'Disable' : 'Enable'}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToEnd}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}
