import { Checkbox, Menu, Table, Text, Tooltip } from '@mantine/core';
import {
  IconDownload,
  IconFolderSymlink,
  IconInfoCircle,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { Item } from '../platform/files.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { showProblem } from '../ui/change.tsx';
import { bytes } from '../ui/format.ts';
import { MenuLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';
import { download } from './actions.ts';
import { FileLink } from './file-link.tsx';
import classes from './files.module.css';
import { ItemIcon } from './item-icon.tsx';
import { OpenModel } from './open-model.tsx';
import { UseItems } from './use-items.tsx';

export interface ItemActions {
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly rename: (item: Item) => void;
  readonly move: (items: readonly Item[]) => void;
  readonly setLocked: (items: readonly Item[], locked: boolean) => void;
  readonly remove: (items: readonly Item[]) => void;
}

/** One file or folder in the table. */
export function ItemRow(props: {
  readonly twinId: string;
  readonly item: Item;
  /** In a list of search results: where it is. */
  readonly showPath: boolean;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly actions: ItemActions;
}) {
  const { item, chosen } = props;
  const locked = item.type === 'file' && item.isFileLocked;
  return (
    <Table.Tr className={classes.row} data-chosen={chosen || undefined}>
      <Table.Td w={36}>
        <Checkbox
          size="xs"
          aria-label={`Select ${item.displayName}`}
          checked={chosen}
          onChange={(event) => props.onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <div className={classes.name}>
          <ItemIcon item={item} />
          <div>
            <FileLink twinId={props.twinId} item={item} isList />
            {props.showPath && (
              <Text size="xs" c="dimmed">
                {item.path.split('/').slice(0, -1).join(' / ') || 'Top folder'}
              </Text>
            )}
          </div>
          {item.type === 'file' && <OpenModel twinId={props.twinId} file={item} size="compact-xs" />}
          {locked && (
            <Tooltip label="Locked">
              <IconLock size={16} aria-label="Locked" />
            </Tooltip>
          )}
        </div>
      </Table.Td>
      <Table.Td visibleFrom="xs" ta="right">
        {item.type === 'file' ? bytes(item.size) : ''}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={item.lastModifiedDateTime} />
      </Table.Td>
      <Table.Td visibleFrom="md">{item.lastModifiedByDisplayName}</Table.Td>
      <Table.Td w={44}>
        <ItemMenu twinId={props.twinId} item={item} locked={locked} actions={props.actions} />
      </Table.Td>
    </Table.Tr>
  );
}

const icon = { size: 16, stroke: 1.6 };

function ItemMenu({
  twinId,
  item,
  locked,
  actions,
}: {
  readonly twinId: string;
  readonly item: Item;
  readonly locked: boolean;
  readonly actions: ItemActions;
}) {
  const { mayWrite, mayDelete } = actions;
  return (
    <ActionsMenu of={item.displayName}>
      {item.type === 'file' && (
        <MenuLink
          to="/twins/$twinId/files"
          params={{ twinId }}
          search={(before: object) => ({ ...before, file: item.id })}
          leftSection={<IconInfoCircle {...icon} />}
        >
          Details
        </MenuLink>
      )}
      {item.type === 'file' && (
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void download(item.id).catch(showProblem)}>
          Download
        </Menu.Item>
      )}
      {item.type === 'file' && <UseItems twinId={twinId} file={item} />}
      <Menu.Item leftSection={<IconPencil {...icon} />} disabled={!mayWrite} onClick={() => actions.rename(item)}>
        Rename
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFolderSymlink {...icon} />}
        disabled={!mayWrite}
        onClick={() => actions.move([item])}
      >
        Move
      </Menu.Item>
      {item.type === 'file' && (
        <Menu.Item
          leftSection={locked ? <IconLockOpen {...icon} /> : <IconLock {...icon} />}
          disabled={!mayWrite}
          onClick={() => actions.setLocked([item], !locked)}
        >
          {locked ? 'Unlock' : 'Lock for others'}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash {...icon} />}
        disabled={!mayDelete}
        onClick={() => actions.remove([item])}
      >
        Move to the recycle bin
      </Menu.Item>
    </ActionsMenu>
  );
}
