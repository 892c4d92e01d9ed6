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
import { TrayRow } from './tray-row.tsx';

/** All uploads, over every page: how far, how fast, and what can be done about each. */
export function UploadTray() {
  const uploads = useSyncExternalStore(onUploads, shownUploads);
  const [folded, fold] = useState(false);
  const isDone = uploads.length > 0 && uploads.every(({ state }) => state === 'Done');
  useEffect(() => {
    if (!isDone) return fold(false);
    return router.subscribe('onResolved', () => fold(true)); // what is done covers nothing of the next page
  }, [isDone]);
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
    >
      <Group justify="space-between" wrap="nowrap" p="xs" pl="sm" className={classes.trayHead}>
        <Box miw={0}>
          <Text fw={600} size="sm" component="h2">
            Uploads
          </Text>
          <Text size="xs" c="dimmed" role="status" truncate>
            {summary(uploads)}
          </Text>
        </Box>
        <Group gap={4} wrap="nowrap">
          {uploads.some(({ state }) => state === 'Done') && (
            <Button size="compact-xs" variant="subtle" onClick={dismissDone}>
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
            {batchesOf(uploads).map(([id, batch]) =>
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
