import { Button, FileButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderPlus, IconFolderUp, IconTrash, IconUpload } from '@tabler/icons-react';
import { showProblem } from '../ui/change.tsx';
import { LinkButton } from '../ui/links.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { createFolder } from './actions.ts';
import { nameFault } from './name-fault.ts';
import { filesOf } from './queries.ts';
import { type Target, uploadAll } from './upload/dropped.ts';

/** What can be done in a folder. */
export function Toolbar({ target, mayWrite }: { readonly target: Target; readonly mayWrite: boolean }) {
  const { twinId, folderId } = target;
  const [naming, { open, close }] = useDisclosure(false);
  const upload = (files: File[]) => void uploadAll(files, target).catch(showProblem);
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
          <FileButton multiple inputProps={{ webkitdirectory: '' }} onChange={upload}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFolderUp size={16} />} visibleFrom="sm">
                Upload folder
              </Button>
            )}
          </FileButton>
          <FileButton multiple onChange={upload}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} />}>
                Upload files
              </Button>
            )}
          </FileButton>
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
