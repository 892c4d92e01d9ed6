import { Button, Group, Table } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { filesOf, type Item } from '../platform/files.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { bytes } from '../ui/format.ts';
import { HiddenHead } from '../ui/hidden-head.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { purge, restore } from './actions.ts';
import classes from './files.module.css';
import { ItemIcon } from './item-icon.tsx';
import { recycleBinQuery } from './queries.ts';

const route = getRouteApi('/twins/$twinId/files/recycle-bin');

/** What was deleted and can still be restored. */
export function RecycleBinPage() {
  const { twinId } = route.useParams();
  const query = useQuery(recycleBinQuery(twinId));
  const mayDelete = useQuery(myPermissionsQuery(twinId)).data?.has('storage_delete') ?? false;
  return (
    <Page
      title="Recycle bin"
      about="Everything here can be restored for 30 days after it was deleted."
      actions={
        <LinkButton
          variant="default"
          to="/twins/$twinId/files"
          params={{ twinId }}
          leftSection={<IconArrowLeft size={16} />}
        >
          Back to the files
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              icon={IconTrash}
              title="The recycle bin is empty"
              text="Files and folders that you delete come here first."
            />
          ) : (
            <Sheet>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th visibleFrom="sm">Was in</Table.Th>
                  <Table.Th visibleFrom="md" ta="right">
                    Size
                  </Table.Th>
                  <Table.Th visibleFrom="md">Last changed</Table.Th>
                  <HiddenHead text="Actions" />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((item) => (
                  <Deleted key={item.id} twinId={twinId} item={item} mayDelete={mayDelete} />
                ))}
              </Table.Tbody>
            </Sheet>
          )
        }
      </Loaded>
    </Page>
  );
}

function Deleted({
  twinId,
  item,
  mayDelete,
}: {
  readonly twinId: string;
  readonly item: Item;
  readonly mayDelete: boolean;
}) {
  const stale = [filesOf(twinId)];
  const back = useChange({ run: () => restore(item), stale, says: () => `${item.displayName} is restored.` });
  const end = useChange({ run: () => purge(item), stale, says: () => `${item.displayName} is gone for good.` });
  const askToEnd = () =>
    confirm({
      title: `Delete ${item.displayName} for good?`,
      text: 'Its content is removed. Nobody can bring it back.',
      verb: 'Delete for good',
      onConfirm: () => end.mutate(),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <div className={classes.name}>
          <ItemIcon item={item} />
          <span className={classes.link}>{item.displayName}</span>
        </div>
      </Table.Td>
      <Table.Td visibleFrom="sm">{item.path.split('/').slice(0, -1).join(' / ') || 'Top folder'}</Table.Td>
      <Table.Td visibleFrom="md" ta="right">
        {item.type === 'file' ? bytes(item.size) : ''}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Time iso={item.lastModifiedDateTime} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!mayDelete}
            loading={back.isPending}
            onClick={() => back.mutate()}
          >
            Restore
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" disabled={!mayDelete} onClick={askToEnd}>
            Delete
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
