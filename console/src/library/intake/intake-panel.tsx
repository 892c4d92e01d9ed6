import { Button, Group, Progress, ScrollArea, Text } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Problem, whatToDo } from '../../platform/problem.ts';
import { bytes, count, plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import classes from '../library.module.css';
import { type Intake, intakes, isGoing } from './intake.ts';
import { canTryAgain, dismiss, dismissEnded, tryAgain } from './intakes.ts';

/** Rows that are shown; those that need somebody come first. */
const mostRows = 100;
const order = ['Failed', 'Sending', 'Reading', 'Waiting', 'Done'] as const;

/** Files that become components: how far they are, and what has come of each. */
export function IntakePanel() {
  const all = useSyncExternalStore(intakes.onChange, intakes.shown);
  if (all.length === 0) return null;
  const done = all.filter(({ state }) => state === 'Done').length;
  const failed = all.filter(({ state }) => state === 'Failed');
  const going = all.filter(isGoing).length;
  const again = failed.filter(({ id }) => canTryAgain(id));
  const text = [
    `${count(done)} of ${plural(all.length, 'component')} done`,
    ...(going > 0 ? [`${count(going)} under way`] : []),
    ...(failed.length > 0 ? [`${count(failed.length)} failed`] : []),
  ].join(' · ');
  const rows = all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <section className={`surface ${classes.intake}`} aria-label="Files that become components">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} role="status">
          {text}
        </Text>
        <Group gap="xs">
          {again.length > 1 && (
            <Button
              size="compact-xs"
              variant="light"
              leftSection={<IconRefresh size={14} />}
              onClick={() => {
                for (const { id } of again) tryAgain(id);
              }}
            >
              Try {count(again.length)} again
            </Button>
          )}
          {going < all.length && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={dismissEnded}>
              Clear what has ended
            </Button>
          )}
        </Group>
      </Group>
      <Progress my={6} size="sm" value={(100 * done) / all.length} aria-label="Components that are done" />
      <ScrollArea.Autosize mah={220} viewportProps={{ tabIndex: 0 }}>
        <ul className={classes.intakes}>
          {rows.slice(0, mostRows).map((one) => (
            <IntakeRow key={one.id} intake={one} />
          ))}
        </ul>
        {rows.length > mostRows && (
          <Text size="xs" c="dimmed">
            and {count(rows.length - mostRows)} more
          </Text>
        )}
      </ScrollArea.Autosize>
    </section>
  );
}

function IntakeRow({ intake }: { readonly intake: Intake }) {
  const { id, name, state, componentId } = intake;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap={6} wrap="nowrap" miw={0}>
          {state === 'Done' && <IconCheck size={15} aria-hidden className={classes.good} />}
          {componentId ? (
            <TextLink to="/library/components/$componentId" params={{ componentId }} size="sm" truncate>
              {name}
            </TextLink>
          ) : (
            <Text size="sm" truncate title={name}>
              {name}
            </Text>
          )}
        </Group>
        <Group gap={4} wrap="nowrap">
          {state === 'Failed' && canTryAgain(id) && (
            <Button size="compact-xs" variant="light" aria-label={`Try ${name} again`} onClick={() => tryAgain(id)}>
              Try again
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={isGoing(intake) ? `Cancel ${name}` : `Take ${name} off the list`}
            onClick={() => dismiss(id)}
          >
            <IconX size={14} />
          </Button>
        </Group>
      </Group>
      <Text size="xs" {...(state === 'Failed' ? { c: 'var(--mantine-color-error)', role: 'alert' } : { c: 'dimmed' })}>
        {saidOf(intake)}
      </Text>
    </li>
  );
}

function saidOf({ state, sent, size, files, error, held }: Intake): string {
  if (error !== undefined) return reasonOf(error);
  if (held)
    return `${held.status === 429 ? 'The server is busy' : 'The server does not answer'}. It goes on by itself.`;
  if (state === 'Waiting') return 'Waits for its turn';
  if (state === 'Sending') return `${bytes(sent)} of ${bytes(size)}`;
  return state === 'Reading' ? 'The server makes the component' : `${plural(files, 'file')}, ${bytes(size)}`;
}

function reasonOf(error: unknown): string {
  const messages =
    error instanceof Problem && error.details.length > 0
      ? error.details.map(({ message }) => message)
      : [error instanceof Error ? error.message : String(error)];
  return [...messages, error instanceof Problem ? whatToDo(error) : ''].filter(Boolean).join(' ');
}
