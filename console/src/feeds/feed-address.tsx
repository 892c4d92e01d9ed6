import { Button, Card, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { Copy } from '../ui/secret.tsx';
import { OpenDialog } from './open-dialog.tsx';

/** An address of rows to copy, and how programs open it. */
export function FeedAddress({ address, title }: { readonly address: string; readonly title: string }) {
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb={6}>
        <Text component="h2" fw={600} size="sm">
          {title}
        </Text>
        <Group gap={6}>
          <Copy name={title.toLowerCase()} value={address} />
          <Button size="xs" variant="default" leftSection={<IconHelp size={14} />} onClick={open}>
            How to open it
          </Button>
        </Group>
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {address}
      </Code>
      {asking && <OpenDialog address={address} onClose={close} />}
    </Card>
  );
}
