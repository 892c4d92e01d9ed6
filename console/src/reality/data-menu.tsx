import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconFileUpload, IconPencil, IconTransform, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { filesOf } from '../platform/files.ts';
import { person } from '../platform/session.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { showProblem, useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { nameInWords } from '../ui/result-names.ts';
import { ConvertDialog } from './convert-dialog.tsx';
import { download } from './download.ts';
import { meshTiles, targetsOf } from './kinds.ts';
import { pointsQuery } from './points.ts';
import { removeData, renameData } from './queries.ts';
import type { Listed } from './shapes.ts';
import { UploadDialog } from './upload-dialog.tsx';

interface MenuProps {
  readonly data: Listed;
  readonly twinId: string;
  readonly all: readonly Listed[];
  readonly mayCreate: boolean;
  readonly onRemoved?: () => void;
}

/** What can be done with reality data. */
export function DataMenu({ data, twinId, all, mayCreate, onRemoved }: MenuProps) {
  const { id, authoring, ownerId } = data;
  const displayName = nameInWords(data.displayName);
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayManage = (mine?.has('realitydata_manage') ?? false) || ownerId === person().id;
  const isCloudTiles = useQuery(pointsQuery(data, twinId)).data != null && data.type === meshTiles;
  const isConvertible = targetsOf(data.type).length > 0 && !isCloudTiles; // what clouds of tiles are made of is
  const [naming, name] = useDisclosure(false);
  const [converting, convert] = useDisclosure(false);
  const [adding, add] = useDisclosure(false);
  const stale = [['reality', twinId], filesOf(twinId)];
  const remove = useChange({
    run: () => removeData(id),
    stale,
    says: () => `${displayName} moved to the recycle bin.`,
    ...(onRemoved && { done: onRemoved }),
  });
  const askToRemove = () =>
    confirm({
      title: `Delete ${displayName}?`,
      text: 'Its files go to the recycle bin of Files and can be restored for 30 days. What was made of it stays.',
      verb: 'Move to the recycle bin',
      onConfirm: () => remove.mutate(),
    });
  if (authoring) return null;
  return (
    <>
      <ActionsMenu of={displayName}>
        {mayCreate && isConvertible && (
          <Menu.Item leftSection={<IconTransform size={16} />} onClick={convert.open}>
            Convert
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload size={16} />}
          onClick={() => void download(id, twinId, displayName).catch(showProblem)}
        >
          Download
        </Menu.Item>
        <Menu.Item leftSection={<IconFileUpload size={16} />} disabled={!mayManage} onClick={add.open}>
          Add files
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} disabled={!mayManage} onClick={name.open}>
          Rename
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} disabled={!mayManage} onClick={askToRemove}>
          Move to the recycle bin
        </Menu.Item>
      </ActionsMenu>
      {converting && <ConvertDialog {...{ data, twinId, all }} onClose={convert.close} />}
      {adding && <UploadDialog twinId={twinId} given={[]} into={data} onClose={add.close} />}
      {naming && (
        <NameDialog
          title={`Rename ${displayName}`}
          verb="Rename"
          initial={data.displayName}
          save={(given) => renameData(id, given)}
          stale={stale}
          onClose={name.close}
        />
      )}
    </>
  );
}
