import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closeButtonProps, showProblem } from './change.tsx';
import { deviceNames } from './device-names.ts';
import { plural } from './format.ts';
import { saveBlob } from './save-text.ts';

export interface Packing {
  readonly signal: AbortSignal;
  /** Called before each file, with how many were packed before it. */
  readonly onFile: (name: string, done: number) => void;
}

/** Packs files into a zip and saves it; says how far it is, can be cancelled, and warns of names that Windows cannot unpack. */
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
  const devices = new Set<string>();
  try {
    const onFile = (name: string, done: number) => {
      for (const device of deviceNames(name)) devices.add(device);
      notifications.update(tell(`${plural(done, 'file')} packed, now ${name}`));
    };
    saveBlob(fileName, await pack({ signal: stop.signal, onFile }));
    if (devices.size > 0) warnOf([...devices]);
  } catch (error) {
    if (!stop.signal.aborted) showProblem(error);
  } finally {
    notifications.hide(id);
  }
}

const mostNamed = 5;

function warnOf(devices: readonly string[]): void {
  const more = devices.length > mostNamed ? ` and ${devices.length - mostNamed} more` : '';
  notifications.show({
    color: 'yellow',
    autoClose: false,
    title: 'Some names are reserved on Windows',
    message: `${devices.slice(0, mostNamed).join(', ')}${more} cannot be unpacked on Windows. Rename them here, then download again.`,
    closeButtonProps,
  });
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
