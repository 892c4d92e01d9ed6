import { Button, Group, Progress, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Upload, UploadState } from '../../platform/upload/upload.ts';
import { dismiss, pause, replace, start } from '../../platform/upload/uploads.ts';
import { bytes, count, plural } from '../../ui/format.ts';
import classes from '../../ui/upload/upload.module.css';
import { OpenUpload } from './open-upload.tsx';
import { Action, TrayRow } from './tray-row.tsx';

/** Rows that are shown of a batch; those that need somebody come first. */
const mostRows = 50;

const order: readonly UploadState[] = [
  'Conflict',
  'Failed',
  'Interrupted',
  'Finishing',
  'Sending',
  'Paused',
  'Waiting',
  'Done',
];

/** Files that were chosen at once: how far they are as one, what can be done about all of them, and each on demand. */
export function BatchRow({ uploads }: { readonly uploads: readonly Upload[] }) {
  const [open, setOpen] = useState(false);
  const name = plural(uploads.length, 'file');
  const size = total(uploads, (one) => one.size);
  const sent = total(uploads, (one) => (one.state === 'Done' ? one.size : one.sent));
  const done = uploads.filter(({ state }) => state === 'Done').length;
  const percent = (100 * (done / uploads.length + (size > 0 ? sent / size : 1))) / 2; // many small ones count, too
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <li className={classes.upload}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate title={uploads[0]?.batch.place}>
          {name} into {uploads[0]?.batch.place || 'the top folder'}
        </Text>
        <BatchActions uploads={uploads} name={name}>
          <OpenUpload uploads={uploads} />
          <Action label={open ? `Hide the ${name}` : `Show the ${name}`} onClick={() => setOpen(!open)}>
            <Chevron size={16} />
          </Action>
        </BatchActions>
      </Group>
      <Progress.Root size="sm" my={4}>
        <Progress.Section
          value={percent}
          color={uploads.some(isStuck) ? 'orange' : 'teal'}
          aria-label={`Upload of ${name}`}
          aria-valuetext={`${Math.floor(percent)} percent`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {countsOf(uploads)} · {bytes(sent)} of {bytes(size)}
      </Text>
      <Remedies uploads={uploads} />
      {open && <Rows uploads={uploads} />}
    </li>
  );
}

const total = (uploads: readonly Upload[], of: (one: Upload) => number): number =>
  uploads.reduce((sum, one) => sum + of(one), 0);

const isStuck = ({ state }: Upload): boolean => state === 'Failed' || state === 'Conflict';

const words: readonly [text: string, states: readonly UploadState[]][] = [
  ['done', ['Done']],
  ['under way', ['Sending', 'Finishing']],
  ['waiting', ['Waiting']],
  ['paused', ['Paused']],
  ['interrupted', ['Interrupted']],
  ['there already', ['Conflict']],
  ['failed', ['Failed']],
];

/** `1,204 done · 3 under way · 1,790 waiting · 3 failed` */
function countsOf(uploads: readonly Upload[]): string {
  const counts = words.map(([text, states]) => [uploads.filter(({ state }) => states.includes(state)).length, text]);
  const held = uploads.find((one) => one.held)?.held;
  return [
    ...counts.flatMap(([number, text]) => (number ? [`${count(Number(number))} ${text}`] : [])),
    ...(held ? [held.status === 429 ? 'the server is busy' : 'the server does not answer, it goes on by itself'] : []),
  ].join(' · ');
}

function BatchActions(props: {
  readonly uploads: readonly Upload[];
  readonly name: string;
  readonly children: ReactNode;
}) {
  const { uploads, name } = props;
  const sendable = uploads.filter(({ state }) => state === 'Waiting' || state === 'Sending');
  const paused = uploads.filter(({ state }) => state === 'Paused');
  const left = uploads.filter(({ state }) => state !== 'Finishing');
  const ended = uploads.every(({ state }) => state === 'Done');
  return (
    <Group gap={2} wrap="nowrap">
      {sendable.length > 0 && (
        <Action label={`Pause the upload of ${name}`} onClick={() => each(sendable, pause)}>
          <IconPlayerPause size={16} />
        </Action>
      )}
      {sendable.length === 0 && paused.length > 0 && (
        <Action label={`Resume the upload of ${name}`} onClick={() => each(paused, start)}>
          <IconPlayerPlay size={16} />
        </Action>
      )}
      {props.children}
      <Action
        label={ended ? `Take ${name} off the list` : `Cancel the upload of ${name}`}
        onClick={() => each(left, dismiss)}
      >
        <IconX size={16} />
      </Action>
    </Group>
  );
}

/** What can be done about all that do not go on by themselves. */
function Remedies({ uploads }: { readonly uploads: readonly Upload[] }) {
  const failed = uploads.filter(({ state }) => state === 'Failed');
  const there = uploads.filter(({ state }) => state === 'Conflict');
  if (failed.length + there.length === 0) return null;
  return (
    <Group gap={4} mt={4}>
      {failed.length > 0 && (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconRefresh size={14} />}
          onClick={() => each(failed, start)}
        >
          Try {count(failed.length)} again
        </Button>
      )}
      {there.length > 0 && (
        <>
          <Button size="compact-xs" variant="light" onClick={() => each(there, replace)}>
            Replace {count(there.length)}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => each(there, dismiss)}>
            Skip {count(there.length)}
          </Button>
        </>
      )}
    </Group>
  );
}

const each = (uploads: readonly Upload[], act: (id: string) => void): void => {
  for (const { id } of uploads) act(id);
};

function Rows({ uploads }: { readonly uploads: readonly Upload[] }) {
  const sorted = uploads.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const more = uploads.length - mostRows;
  return (
    <>
      <ul className={classes.uploads}>
        {sorted.slice(0, mostRows).map((one) => (
          <TrayRow key={one.id} upload={one} />
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed" pt={4}>
          and {count(more)} more
        </Text>
      )}
    </>
  );
}
