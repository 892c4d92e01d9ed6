import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showProblem } from './change.tsx';
import { plural } from './format.ts';
import { saveBlob } from './save-text.ts';

export interface Packing {
  readonly signal: AbortSignal;
  /** Called before each file, with how many were packed before it. */
  readonly onFile: (name: string, done: number) => void;
}

/** Packs files into a zip and saves it; says how far it is, and can be cancelled. */
export async function packZip(fileName: string, pack: (packing: Packing) => Promise<Blob>): Promise<void> {
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
    const onFile = (name: string, done: number) =>
      notifications.update(tell(`${plural(done, 'file')} packed, now ${name}`));
    saveBlob(fileName, await pack({ signal: stop.signal, onFile }));
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
