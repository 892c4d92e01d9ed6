import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';

/** Copies the address of what is shown. */
export function useCopyLink(): () => void {
  const clipboard = useClipboard();
  return () => {
    clipboard.copy(window.location.href);
    notifications.show({
      message:
        'The link is copied: version, comparison, chosen element, open view. Save a view to share the camera, too.',
      color: 'teal',
    });
  };
}
