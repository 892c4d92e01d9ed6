import { Button, Group, Modal, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { sessionOver, signIn, signInBeside } from '../platform/session.ts';
import { useSignal } from '../platform/signal.ts';

/** Escape would close the dialog that waits below. */
const calm = { 'data-mantine-stop-propagation': 'true' };

/** Asks to sign in again in another tab, so that nothing of this page is lost; what was under way goes on after it. */
export function SessionOver() {
  const over = useSignal(sessionOver);
  return (
    <Modal
      opened={over}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      centered
      zIndex={500}
    >
      <Text size="sm">
        Sign in again in a new tab. Everything here stays as it is, also what is half filled in, and goes on after that.
      </Text>
      <Group mt="md" justify="flex-end">
        <Button {...calm} variant="default" onClick={() => void signIn()}>
          Leave this page and sign in
        </Button>
        <Button {...calm} data-autofocus leftSection={<IconExternalLink size={16} />} onClick={signInBeside}>
          Sign in again
        </Button>
      </Group>
    </Modal>
  );
}
