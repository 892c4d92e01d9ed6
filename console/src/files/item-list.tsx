import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { IconFolderOpen, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameFault } from '../platform/file-name.ts';
import { filesOf, type Item, remove, rename } from '../platform/files.ts';
import type { Target } from '../platform/upload/upload.ts';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { plural } from '../ui/format.ts';
import { HiddenHead } from '../ui/hidden-head.tsx';
import { ListFoot } from '../ui/list-foot.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { byText, byValue } from '../ui/order.ts';
import { Sheet } from '../ui/sheet.tsx';
import { SortHead } from '../ui/sort-head.tsx';
import { useWholeList, type WholeList } from '../ui/whole-list.ts';
import { each, setLocked } from './actions.ts';
import { downloadAsZip } from './download-zip.ts';
import { type ItemActions, ItemRow } from './item-row.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { itemsQuery } from './queries.ts';

interface ItemListProps {
  readonly rootId: string;
  readonly target: Target;
  readonly find: string | undefined;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
}

const rowsAtOnce = 200;
const orders = {
  name: byText(({ displayName }: Item) => displayName),
  size: byValue((item: Item) => (item.type === 'file' ? item.size : -1)),
  changed: byValue(({ lastModifiedDateTime }: Item) => Date.parse(lastModifiedDateTime)),
  by: byText(({ lastModifiedByDisplayName }: Item) => lastModifiedByDisplayName),
};

/** What is in a folder, or was found below it, and what can be done with it. */
export function ItemList(props: ItemListProps) {
  const { twinId, folderId } = props.target;
  const query = useInfiniteQuery(itemsQuery(twinId, folderId, props.find));
  const list = useWholeList(query, orders, rowsAtOnce);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<Item>();
  const [moved, setMoved] = useState<readonly Item[]>();
  const nothing = () => setChosen(new Set());
  const actions = useItemActions(props, { rename: setRenamed, move: setMoved, done: nothing });
  return (
    <Loaded query={query} lines={8}>
      {(items) => (
        <>
          {items.length === 0 ? (
            <NoItems find={props.find} mayWrite={props.mayWrite} />
          ) : (
            <>
              <Chosen items={items.filter(({ id }) => chosen.has(id))} actions={actions} onClear={nothing} />
              <Rows items={list} of={props} chosen={chosen} setChosen={setChosen} actions={actions} />
              <ListFoot list={list} of="item" many="items" />
            </>
          )}
          {renamed && (
            <NameDialog
              title={`Rename ${renamed.displayName}`}
              verb="Rename"
              initial={renamed.displayName}
              faultOf={nameFault}
              save={(name) => rename(renamed, name)}
              stale={[filesOf(twinId)]}
              onClose={() => setRenamed(undefined)}
            />
          )}
          {moved && (
            <MoveDialog
              twinId={twinId}
              rootId={props.rootId}
              items={moved}
              onClose={() => setMoved(undefined)}
              onDone={nothing}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function useItemActions(
  { target, mayWrite, mayDelete }: ItemListProps,
  on: Pick<ItemActions, 'rename' | 'move'> & { readonly done: () => void },
): ItemActions {
  const stale = [filesOf(target.twinId)];
  const lock = useChange({
    run: ({ items, locked }: { items: readonly Item[]; locked: boolean }) =>
      each(byFolder(items, target.folderId), ([folderId, ids]) => setLocked(folderId, ids, locked)),
    stale,
    says: (_, { items, locked }) => `${plural(items.length, 'file')} ${locked ? 'locked for others' : 'unlocked'}.`,
    done: on.done,
  });
  const bin = useChange({
    run: (items: readonly Item[]) => each(items, remove),
    stale,
    says: (_, items) => `${plural(items.length, 'item')} moved to the recycle bin.`,
    done: on.done,
  });
  return {
    mayWrite,
    mayDelete,
    rename: on.rename,
    move: on.move,
    setLocked: (items, locked) => lock.mutate({ items: items.filter(({ type }) => type === 'file'), locked }),
    remove: (items) =>
      confirm({
        title: items.length === 1 ? `Delete ${items[0]?.displayName}?` : `Delete ${plural(items.length, 'item')}?`,
        text: 'It goes to the recycle bin and can be restored for 30 days.',
        verb: 'Move to the recycle bin',
        onConfirm: () => bin.mutate(items),
      }),
  };
}

/** Locks are set folder by folder; what was found by a search lies in several. */
function byFolder(items: readonly Item[], here: string): [folderId: string, ids: string[]][] {
  const groups = Map.groupBy(items, ({ parentFolderId }) => parentFolderId ?? here);
  return [...groups].map(([folderId, group]) => [folderId, group.map(({ id }) => id)]);
}

function Rows(props: {
  readonly items: WholeList<Item, keyof typeof orders>;
  readonly of: ItemListProps;
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (chosen: ReadonlySet<string>) => void;
  readonly actions: ItemActions;
}) {
  const { items, chosen, setChosen } = props;
  const all = items.all.every(({ id }) => chosen.has(id));
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Sheet>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Checkbox
              size="xs"
              aria-label={`Select all ${plural(items.all.length, 'item')}`}
              disabled={!items.isWhole}
              checked={all}
              indeterminate={chosen.size > 0 && !all}
              onChange={() => setChosen(new Set(all ? [] : items.all.map(({ id }) => id)))}
            />
          </Table.Th>
          <SortHead list={items} column="name">
            Name
          </SortHead>
          <SortHead list={items} column="size" visibleFrom="xs" ta="right">
            Size
          </SortHead>
          <SortHead list={items} column="changed" visibleFrom="sm">
            Changed
          </SortHead>
          <SortHead list={items} column="by" visibleFrom="md">
            By
          </SortHead>
          <HiddenHead text="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.shown.map((item) => (
          <ItemRow
            key={item.id}
            twinId={props.of.target.twinId}
            item={item}
            showPath={props.of.find !== undefined}
            chosen={chosen.has(item.id)}
            onChoose={(on) => choose(item.id, on)}
            actions={props.actions}
          />
        ))}
      </Table.Tbody>
    </Sheet>
  );
}

function Chosen(props: {
  readonly items: readonly Item[];
  readonly actions: ItemActions;
  readonly onClear: () => void;
}) {
  const { items, actions } = props;
  if (items.length === 0) return null;
  const files = items.some(({ type }) => type === 'file');
  return (
    <Group gap="xs" mb="xs" role="toolbar" aria-label="Selected items">
      <Text size="sm" fw={600}>
        {plural(items.length, 'item')} selected
      </Text>
      <Button size="compact-sm" variant="default" disabled={!actions.mayWrite} onClick={() => actions.move(items)}>
        Move
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void downloadAsZip(items)}>
        Download as zip
      </Button>
      {files && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!actions.mayWrite}
            onClick={() => actions.setLocked(items, true)}
          >
            Lock
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!actions.mayWrite}
            onClick={() => actions.setLocked(items, false)}
          >
            Unlock
          </Button>
        </>
      )}
      <Button
        size="compact-sm"
        variant="default"
        c="red"
        disabled={!actions.mayDelete}
        onClick={() => actions.remove(items)}
      >
        Delete
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={props.onClear}>
        Clear
      </Button>
    </Group>
  );
}

function NoItems({ find, mayWrite }: { readonly find: string | undefined; readonly mayWrite: boolean }) {
  if (find) {
    return (
      <Empty
        icon={IconSearch}
        title={`Nothing here is called “${find}”`}
        text="The search looks in this folder and all below it. Try a part of the name; * stands for any text, ? for one character."
      />
    );
  }
  return (
    <Empty
      icon={IconFolderOpen}
      title="This folder is empty"
      text={
        mayWrite
          ? 'Drop files or whole folders here, or use the buttons above. Large files can be paused, and go on after the page was closed.'
          : 'You may read here, but not upload. Ask an owner of the twin for a role with storage_write.'
      }
    />
  );
}
