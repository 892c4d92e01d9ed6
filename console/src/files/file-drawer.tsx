import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { shownName } from '../platform/file-name.ts';
import { fileQuery, type StoredFile } from '../platform/files.ts';
import { contentOf } from '../platform/upload/server.ts';
import { showProblem } from '../ui/change.tsx';
import { Side } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { bytes, count, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { NewContentDialog } from '../ui/upload/new-content-dialog.tsx';
import { download } from './actions.ts';
import classes from './files.module.css';
import { OpenModel } from './open-model.tsx';
import { Preview } from './preview.tsx';

/** Everything about one file, with a look at it. */
export function FileDrawer({
  twinId,
  fileId,
  mayWrite,
  onClose,
}: {
  readonly twinId: string;
  readonly fileId: string;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}) {
  const query = useQuery(fileQuery(twinId, fileId));
  const [asking, ask] = useDisclosure(false);
  const name = shownName(query.data?.displayName ?? 'File');
  return (
    <>
      <Side onClose={onClose} size="lg" title={name} closeOnEscape={!asking} trapFocus={!asking}>
        <Loaded query={query}>
          {(file) => <About twinId={twinId} file={file} onNewContent={mayWrite ? ask.open : undefined} />}
        </Loaded>
      </Side>
      {asking && (
        <NewContentDialog
          twinId={twinId}
          fileId={fileId}
          title={`New content of ${name}`}
          about="What you choose takes the place of the content that is there. The file keeps its name."
          onClose={ask.close}
        />
      )}
    </>
  );
}

function About({
  twinId,
  file,
  onNewContent,
}: {
  readonly twinId: string;
  readonly file: StoredFile;
  readonly onNewContent: (() => void) | undefined;
}) {
  const content = useQuery({
    queryKey: ['content', file.id, file.lastModifiedDateTime],
    queryFn: () => contentOf(file.id),
  });
  return (
    <Stack gap="sm">
      {content.data && <Preview file={file} url={content.data.url} />}
      <Group>
        <OpenModel twinId={twinId} file={file} size="xs" />
        <Button
          size="xs"
          leftSection={<IconDownload size={16} />}
          onClick={() => void download(file.id).catch(showProblem)}
        >
          Download
        </Button>
        {onNewContent && (
          <Button size="xs" variant="default" leftSection={<IconUpload size={16} />} onClick={onNewContent}>
            Upload new content
          </Button>
        )}
      </Group>
      <Facts
        facts={[
          ['Path', shownName(file.path)],
          ['Size', file.size < 1000 ? bytes(file.size) : `${bytes(file.size)} (${count(file.size)} bytes)`],
          ['Description', file.description],
          ['Locked', file.isFileLocked ? 'Yes' : null],
          ['Changed', dateTime(file.lastModifiedDateTime)],
          ['Changed by', file.lastModifiedByDisplayName],
          ['Created', dateTime(file.createdDateTime)],
          ['SHA-256', content.data && <span className={classes.mono}>{content.data.sha256}</span>],
          [
            'Id',
            <span key="id" className={classes.mono}>
              {file.id}
            </span>,
          ],
        ]}
      />
    </Stack>
  );
}
