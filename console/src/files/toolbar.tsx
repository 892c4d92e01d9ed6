import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderPlus, IconFolderUp, IconTrash, IconUpload } from '@tabler/icons-react';
import { nameFault } from '../platform/file-name.ts';
import { filesOf } from '../platform/files.ts';
import type { Target } from '../platform/upload/upload.ts';
import { LinkButton } from '../ui/links.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { UploadButton } from '../ui/upload/upload-button.tsx';
import { createFolder } from './actions.ts';

/** What can be done in a folder. */
export function Toolbar({ target, mayWrite }: { readonly target: Target; readonly mayWrite: boolean }) {
  const { twinId, folderId } = target;
  const [naming, { open, close }] = useDisclosure(false);
  return (
    <>
      <LinkButton
        variant="subtle"
        color="gray"
        to="/twins/$twinId/files/recycle-bin"
        params={{ twinId }}
        leftSection={<IconTrash size={16} />}
      >
        Recycle bin
      </LinkButton>
      {mayWrite && (
        <>
          <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={open}>
            New folder
          </Button>
          <UploadButton
            target={target}
            folder
            look={{ variant: 'default', leftSection: <IconFolderUp size={16} />, visibleFrom: 'sm' }}
          >
            Upload folder
          </UploadButton>
          <UploadButton target={target} look={{ leftSection: <IconUpload size={16} /> }}>
            Upload files
          </UploadButton>
        </>
      )}
      {naming && (
        <NameDialog
          title="New folder"
          verb="Create"
          initial=""
          faultOf={nameFault}
          save={(name) => createFolder(folderId, name)}
          stale={[filesOf(twinId)]}
          onClose={close}
        />
      )}
    </>
  );
}
