import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Item } from '../platform/files.ts';
import { showProblem } from '../ui/change.tsx';
import { plural } from '../ui/format.ts';
import { saveBlob } from '../ui/save-text.ts';

/** Packs items into a zip and saves it; says how far it is, and can be cancelled. */
export async function downloadAsZip(items: readonly Item[]): Promise<void> {
  const stop = new AbortController();
  const id = `zip ${crypto.randomUUID()}`;
  const tell = (text: string) => ({
    id,
    loading: true,
    autoClose: false as const,
    title: 'Packing a zip',
    message: <Under text={text} onCancel={() => stop.abort()} />,
  });
  notifications.show({ ...tell('Begins'), onClose: () => stop.abort() });
  try {
    const { zipOf } = await import('./zip.ts');
    const onFile = (name: string, done: number) =>
      notifications.update(tell(`${plural(done, 'file')} packed, now ${name}`));
    const zip = await zipOf(items, { signal: stop.signal, onFile });
    saveBlob(`${items.length === 1 ? items[0]?.displayName : 'files'}.zip`, zip);
  } catch (error) {
    if (!stop.signal.aborted) showProblem(error);
  } finally {
    notifications.hide(id);
  }
}

const Under = ({ text, onCancel }: { readonly text: string; readonly onCancel: () => void }) => (
  <>
    <Text size="xs" lineClamp={2} className="long">
      {text}
    </Text>
    <Button size="compact-xs" variant="default" mt={4} onClick={onCancel}>
      Cancel
    </Button>
  </>
);
