import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';

/** Copies the address of what is shown; `holds` says what it keeps. */
export function useCopyLink(holds: string): () => void {
  const clipboard = useClipboard();
  return () => {
    clipboard.copy(window.location.href);
    notifications.show({
      message: `The link is copied: ${holds}. Save a view to share the camera, too.`,
      color: 'teal',
    });
  };
}
