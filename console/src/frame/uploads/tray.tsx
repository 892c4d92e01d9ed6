import { ActionIcon, Box, Button, Group, Paper, ScrollArea, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onUploads, shownUploads } from '../../platform/upload/store.ts';
import { isGoing, type Upload } from '../../platform/upload/upload.ts';
import { dismissDone } from '../../platform/upload/uploads.ts';
import { bytes, duration, plural } from '../../ui/format.ts';
import classes from '../../ui/upload/upload.module.css';
import { router } from '../router.tsx';
import { BatchRow } from './batch-row.tsx';
import { OpenUpload } from './open-upload.tsx';
import { TrayRow } from './tray-row.tsx';

/** All uploads, over every page: how far, how fast, and what can be done about each. */
export function UploadTray() {
  const uploads = useSyncExternalStore(onUploads, shownUploads);
  const isDone = uploads.length > 0 && uploads.every(({ state }) => state === 'Done');
  const { folded, fold, hold } = useFolding(isDone, uploads.some(isStuck));
  const batches = batchesOf(uploads);
  if (uploads.length === 0) return null;
  const Chevron = folded ? IconChevronUp : IconChevronDown;
  return (
    <Paper
      component="section"
      className={classes.tray}
      data-folded={folded || undefined}
      shadow="lg"
      withBorder
      aria-label="Uploads"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Group justify="space-between" wrap="nowrap" p={folded ? 2 : 'xs'} pl="sm" className={classes.trayHead}>
        <Box miw={0}>
          <Text fw={600} size="sm" component="h2" className={classes.trayTitle}>
            Uploads
          </Text>
          <Text size="xs" c="dimmed" role="status" truncate className={classes.trayState}>
            {summary(uploads)}
          </Text>
        </Box>
        <Group gap={4} wrap="nowrap">
          {folded && isDone && batches.length === 1 && <OpenUpload uploads={uploads} />}
          {uploads.some(({ state }) => state === 'Done') && (
            <Button size="compact-xs" variant="subtle" className={classes.trayClear} onClick={dismissDone}>
              Clear done
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={folded ? 'Show the uploads' : 'Hide the uploads'}
            aria-expanded={!folded}
            onClick={() => fold(!folded)}
          >
            <Chevron size={18} />
          </ActionIcon>
        </Group>
      </Group>
      {!folded && (
        <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
          <ul className={classes.uploads}>
            {batches.map(([id, batch]) =>
              batch.length === 1 ? (
                batch.map((one) => <TrayRow key={id} upload={one} />)
              ) : (
                <BatchRow key={id} uploads={batch} />
              ),
            )}
          </ul>
        </ScrollArea.Autosize>
      )}
    </Paper>
  );
}

const foldsAfterMs = 5000;
/** Pages whose panels reach down to where the tray is. */
const benches = /\/twins\/[^/]+\/(?!files|forms)[a-z-]+\/./;

/** It covers nothing that one works with: done, it folds by itself; on pages with panels it is folded unless one looks at it. */
function useFolding(isDone: boolean, isStuck: boolean) {
  const [folded, fold] = useState(false);
  const [held, hold] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is something new to be seen when uploads begin or end
  useEffect(() => {
    if (isStuck || !benches.test(window.location.pathname)) fold(false);
  }, [isDone, isStuck]);
  useEffect(() => {
    if (!isDone || held || folded) return;
    const timer = setTimeout(() => fold(true), foldsAfterMs);
    return () => clearTimeout(timer);
  }, [isDone, held, folded]);
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
        if (isDone || (pathChanged && benches.test(toLocation.pathname))) fold(true);
      }),
    [isDone],
  );
  return { folded, fold, hold };
}

const isStuck = ({ state }: Upload): boolean => state === 'Failed' || state === 'Conflict';

/** What was chosen or dropped at once is one row. */
const batchesOf = (uploads: readonly Upload[]): [id: string, uploads: Upload[]][] => [
  ...Map.groupBy(uploads, ({ batch }) => batch.id),
];

function summary(uploads: readonly Upload[]): string {
  const going = uploads.filter(isGoing);
  if (going.length === 0) {
    const stuck = uploads.filter(({ state }) => state !== 'Done').length;
    return stuck > 0 ? `${plural(stuck, 'upload')} not finished` : `${plural(uploads.length, 'upload')} finished`;
  }
  const left = going.reduce((sum, { size, sent }) => sum + size - sent, 0);
  const speed = going.reduce((sum, one) => sum + one.speed, 0);
  const rate = speed > 0 ? ` · ${bytes(speed)}/s · ${duration(left / speed)} left` : '';
  return `${plural(going.length, 'upload')} under way${rate}`;
}
