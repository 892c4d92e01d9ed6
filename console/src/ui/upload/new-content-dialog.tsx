import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endingOf } from '../../platform/file-name.ts';
import { fileQuery, type SeenFile } from '../../platform/files.ts';
import { isChanged } from '../../platform/problem.ts';
import { misfitOf } from '../../platform/upload/new-content.ts';
import { uploadInto } from '../../platform/upload/uploads.ts';
import { useChange } from '../change.tsx';
import { Dialog } from '../dialog.tsx';
import { dateTime } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import { ProblemNote } from '../problem-note.tsx';
import { DropArea } from './drop-area.tsx';
import classes from './upload.module.css';

interface NewContentProps {
  readonly twinId: string;
  readonly fileId: string;
  readonly title: string;
  /** What becomes of the file that is chosen. */
  readonly about: string;
  readonly onClose: () => void;
}

/** Asks for the next content of a file that is there, and begins its upload. */
export function NewContentDialog(props: NewContentProps) {
  const query = useQuery(fileQuery(props.twinId, props.fileId));
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <Loaded query={query} lines={3}>
        {(file) => <Choice {...props} file={file} />}
      </Loaded>
    </Dialog>
  );
}

function Choice({ twinId, file, about, onClose }: NewContentProps & { readonly file: SeenFile }) {
  const { id, displayName: name, path, parentFolderId, isFileLocked } = file;
  const forget = useRef<() => void>(null);
  const [misfit, setMisfit] = useState<string>();
  const [tag] = useState(file.tag); // as it was when the person was asked, whatever is read since
  const change = useChange({
    run: ({ chosen, anyway }: Asked) => {
      const place = path.split('/').slice(0, -1).join('/');
      const into = { fileId: id, name, ...(anyway ? {} : { tag }) };
      return uploadInto(chosen, { twinId, folderId: parentFolderId ?? '', place, into });
    },
    done: onClose,
    quiet: true,
  });
  const take = (chosen: readonly File[]) => {
    const fault = misfitOf(chosen, name);
    const [one] = chosen;
    setMisfit(fault);
    forget.current?.(); // the same file can be chosen again
    if (one && !fault) change.mutate({ chosen: one, anyway: false });
  };
  const ending = endingOf(name);
  return (
    <Stack gap="sm">
      <Text size="sm">{about}</Text>
      {isFileLocked && (
        <Alert color="orange" variant="light" icon={<IconLock size={18} />} title="The file is locked">
          Only the person who locked it can change its content.
        </Alert>
      )}
      <DropArea className={classes.ask} disabled={change.isPending} says={`Drop to upload into ${name}`} onFiles={take}>
        <FileButton
          resetRef={forget}
          {...(ending && { accept: `.${ending}` })}
          onChange={(chosen) => chosen && take([chosen])}
        >
          {(button) => (
            <Button {...button} data-autofocus loading={change.isPending} leftSection={<IconUpload size={16} />}>
              Choose file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          or drop it here
        </Text>
      </DropArea>
      {misfit ? (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
          {misfit}
        </Alert>
      ) : isChanged(change.error) && change.variables ? (
        <Changed
          twinId={twinId}
          file={file}
          onReplace={() => change.mutate({ chosen: change.variables.chosen, anyway: true })}
        />
      ) : (
        change.error && <ProblemNote error={change.error} />
      )}
    </Stack>
  );
}

interface Asked {
  readonly chosen: File;
  /** Whatever somebody else has brought since. */
  readonly anyway: boolean;
}

/** Somebody else was quicker: asks whether theirs is replaced. */
function Changed({
  twinId,
  file,
  onReplace,
}: {
  readonly twinId: string;
  readonly file: SeenFile;
  readonly onReplace: () => void;
}) {
  const { id, displayName } = file;
  const now = useQuery({ ...fileQuery(twinId, id), refetchOnMount: 'always' }).data ?? file;
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={`${displayName} was changed since you opened this`}
    >
      {now.lastModifiedByDisplayName} changed it on {dateTime(now.lastModifiedDateTime)}. If you go on, your file takes
      the place of theirs.
      <Group mt="sm">
        <Button size="xs" color="orange" onClick={onReplace}>
          Replace it with mine
        </Button>
      </Group>
    </Alert>
  );
}
