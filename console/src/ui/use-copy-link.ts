import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';

/** Copies an address, and says what it shows or who can open it. */
export function useCopyLink(): (address: string, says: string) => void {
  const clipboard = useClipboard();
  return (address, says) => {
    clipboard.copy(address);
    notifications.show({ message: says, color: 'teal' });
  };
}
