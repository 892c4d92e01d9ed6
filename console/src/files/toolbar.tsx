import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderPlus, IconFolderUp, IconTrash, IconUpload } from '@tabler/icons-react';
import { LinkButton } from '../ui/links.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { createFolder } from './actions.ts';
import { nameFault } from './name-fault.ts';
import { filesOf } from './queries.ts';
import type { Target } from './upload/upload.ts';
import { UploadButton } from './upload/upload-button.tsx';

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
