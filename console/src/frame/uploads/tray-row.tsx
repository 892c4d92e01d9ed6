import { ActionIcon, Button, FileButton, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconShieldCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nameFault, shownName } from '../../platform/file-name.ts';
import { Problem, whatToDo } from '../../platform/problem.ts';
import { placeOf, type Upload, type UploadState } from '../../platform/upload/upload.ts';
import { dismiss, goOnWith, pause, replace, start } from '../../platform/upload/uploads.ts';
import { bytes } from '../../ui/format.ts';
import classes from '../../ui/upload/upload.module.css';
import { OpenUpload } from './open-upload.tsx';

const colors: Partial<Record<UploadState, string>> = {
  Failed: 'red',
  Conflict: 'orange',
  Paused: 'gray',
  Interrupted: 'gray',
};

/** One upload. */
export function TrayRow({ upload }: { readonly upload: Upload }) {
  const { id, state, sent, size, into } = upload;
  const name = shownName(upload.name);
  const percent = size === 0 ? (state === 'Done' ? 100 : 0) : (sent / size) * 100;
  return (
    <li className={classes.upload}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate title={[placeOf(upload), name].filter(Boolean).join('/')}>
          {name}
        </Text>
        <Group gap={2} wrap="nowrap">
          <Actions upload={upload} />
          <OpenUpload uploads={[upload]} />
          {state !== 'Finishing' && (
            <Action
              label={state === 'Done' ? `Take ${name} off the list` : `Cancel the upload of ${name}`}
              onClick={() => dismiss(id)}
            >
              <IconX size={16} />
            </Action>
          )}
        </Group>
      </Group>
      {into && (
        <Text size="xs" c="dimmed" truncate title={into.name}>
          New content of {into.name}
        </Text>
      )}
      {state !== 'Done' && (
        <Progress.Root size="sm" my={4}>
          <Progress.Section
            value={percent}
            color={colors[state] ?? 'teal'}
            aria-label={`Upload of ${name}`}
            aria-valuetext={`${Math.floor(percent)} percent, ${state}`}
          />
        </Progress.Root>
      )}
      <Detail upload={upload} percent={percent} />
    </li>
  );
}

function Detail({ upload, percent }: { readonly upload: Upload; readonly percent: number }) {
  const { state, sent, size, speed, error, held, sha256 } = upload;
  const far = `${bytes(sent)} of ${bytes(size)} · ${Math.floor(percent)} %`;
  if (state === 'Done') {
    return (
      <Text size="xs" c="dimmed" className={classes.verified} {...(sha256 && { title: `SHA-256 ${sha256}` })}>
        <IconShieldCheck size={14} aria-hidden /> {bytes(size)}, {sha256 ? 'checksum verified' : 'stored'}
      </Text>
    );
  }
  if (error !== undefined) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {[...reasonsOf(error, upload.name), state === 'Conflict' ? '' : whatToDo(error)].join(' ')}
      </Text>
    );
  }
  if (held) {
    return (
      <Text size="xs" c="dimmed">
        {held.status === 429 ? 'The server is busy' : 'The server does not answer'}. It goes on by itself · {far}
      </Text>
    );
  }
  const texts: Readonly<Record<UploadState, string>> = {
    Waiting: 'Waits for its turn',
    Sending: speed > 0 ? `${far} · ${bytes(speed)}/s` : far,
    Paused: `Paused · ${far}`,
    Finishing: 'Compares the checksum',
    Done: '',
    Failed: '',
    Conflict: '',
    Interrupted: 'Interrupted. Choose the same file to go on where it stopped.',
  };
  return (
    <Text size="xs" c="dimmed">
      {texts[state]}
    </Text>
  );
}

/** What was refused, with what is named of it; of a name what is wrong with it. */
const reasonsOf = (error: unknown, name: string): string[] =>
  error instanceof Problem && error.details.length > 0
    ? error.details.map(({ message, target }) => (target === 'displayName' && nameFault(name)) || message)
    : [error instanceof Error ? error.message : String(error)];

function Actions({ upload: { id, name, state } }: { readonly upload: Upload }) {
  if (state === 'Sending' || state === 'Waiting') {
    return (
      <Action label={`Pause the upload of ${name}`} onClick={() => pause(id)}>
        <IconPlayerPause size={16} />
      </Action>
    );
  }
  if (state === 'Paused') {
    return (
      <Action label={`Resume the upload of ${name}`} onClick={() => start(id)}>
        <IconPlayerPlay size={16} />
      </Action>
    );
  }
  if (state === 'Failed') {
    return (
      <Action label={`Try the upload of ${name} again`} onClick={() => start(id)}>
        <IconRefresh size={16} />
      </Action>
    );
  }
  if (state === 'Conflict') {
    return (
      <Button size="compact-xs" variant="light" onClick={() => replace(id)}>
        Replace
      </Button>
    );
  }
  if (state !== 'Interrupted') return null;
  return (
    <FileButton onChange={(file) => file && goOnWith(id, file)}>
      {(props) => (
        <Button {...props} size="compact-xs" variant="light">
          Choose file
        </Button>
      )}
    </FileButton>
  );
}

export const Action = (props: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <Tooltip label={props.label}>
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={props.label} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  </Tooltip>
);
