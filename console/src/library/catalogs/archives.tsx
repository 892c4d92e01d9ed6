import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { gateOf } from '@twin-platform/client/gate';
import { useEffect, useRef, useState } from 'react';
import { answerOf, platform } from '../../platform/client.ts';
import { put } from '../../platform/upload/put.ts';
import { transfer } from '../../platform/upload/transfer.ts';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { type Catalog, idOf, type Job, libraryKey, readJob } from '../queries.ts';

const api = platform.library;
const blocksAtOnce = gateOf(4);
const lookAgainMs = 700;

/** Looks at a job until it has ended; rejects with its reason where it has not done its work. */
async function ended(id: string, signal: AbortSignal, told: (job: Job) => void): Promise<Job> {
  for (;;) {
    signal.throwIfAborted();
    const job = await readJob(id);
    told(job);
    if (job.status === 'Success') return job;
    if (job.status === 'Error' || job.status === 'Aborted' || job.status === 'Canceled') {
      throw new Error(job.error ?? 'It was cancelled.');
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

/** Begins work that ends with the dialog that shows it. */
function useBegin(): () => AbortSignal {
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  return () => {
    stop.current = new AbortController();
    return stop.current.signal;
  };
}

/** Saves a catalog with its components and files as one archive. */
export function ExportDialog({ catalog, onClose }: { readonly catalog: Catalog; readonly onClose: () => void }) {
  const begin = useBegin();
  const [job, setJob] = useState<Job>();
  const change = useChange({
    async run() {
      const signal = begin();
      const begun = await answerOf(api.POST('/library/catalogs/{id}/export', { params: { path: { id: catalog.id } } }));
      setJob(begun.job);
      return ended(begun.job.id, signal, setJob);
    },
    quiet: true,
  });
  const file = change.data?._links.file?.href;
  return (
    <Dialog onClose={onClose} title={`Save ${catalog.displayName} as an archive`}>
      <Stack gap="sm">
        <Text size="sm">
          One zip with the catalog, its components, their documents, variations and web links. It can be read into
          another library, also on another server, or kept.
        </Text>
        {change.isPending && <Progress value={job?.progress ?? 0} animated aria-label="Archive" />}
        {change.error && <ProblemNote error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {file ? (
            <Button component="a" href={file} leftSection={<IconDownload size={16} />}>
              Download the archive
            </Button>
          ) : (
            <Button loading={change.isPending} leftSection={<IconArchive size={16} />} onClick={() => change.mutate()}>
              Make the archive
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Asks for an archive and makes a catalog of it. */
export function ImportButton() {
  const [file, setFile] = useState<File>();
  const forget = useRef<() => void>(null);
  return (
    <>
      <FileButton resetRef={forget} accept=".zip" onChange={(chosen) => chosen && setFile(chosen)}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconArchive size={16} />}>
            Read an archive
          </Button>
        )}
      </FileButton>
      {file && (
        <ImportDialog
          file={file}
          onClose={() => {
            setFile(undefined);
            forget.current?.();
          }}
        />
      )}
    </>
  );
}

function ImportDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const begin = useBegin();
  const navigate = useNavigate();
  const [state, setState] = useState<{ readonly text: string; readonly percent: number }>();
  const change = useChange({
    async run() {
      const signal = begin();
      const { job, _links } = await answerOf(api.POST('/library/catalogs/import', { body: { fileName: file.name } }));
      const onProgress = (sent: number) =>
        setState({ text: 'Uploading', percent: (100 * sent) / Math.max(1, file.size) });
      const lines = { put, gate: blocksAtOnce };
      await transfer(lines, { file, uploadUrl: _links.uploadUrl.href, resumed: false, signal, onProgress });
      return ended(job.id, signal, ({ progress }) => setState({ text: 'Making the catalog', percent: progress }));
    },
    stale: [libraryKey],
    quiet: true,
    done({ _links }) {
      const catalogId = idOf(_links.catalog);
      onClose();
      if (catalogId) void navigate({ to: '/library/catalogs/$catalogId', params: { catalogId } });
    },
  });
  return (
    <Dialog onClose={onClose} title={`Read ${file.name}`}>
      <Stack gap="sm">
        <Text size="sm">
          A catalog is made of it, with its components as drafts. Categories, makers and applications of the same name
          are used, others are made. If anything is wrong with the archive, nothing is made.
        </Text>
        {change.isPending && state && (
          <div>
            <Text size="xs" c="dimmed" role="status">
              {state.text}
            </Text>
            <Progress value={state.percent} animated aria-label={state.text} />
          </div>
        )}
        {change.error && (
          <Alert color="red" variant="light" role="alert" title="The archive was not taken">
            {change.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus loading={change.isPending} onClick={() => change.mutate()}>
            Make the catalog
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
