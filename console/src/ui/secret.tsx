import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { Dialog } from './dialog.tsx';

/** A secret that the server shows this once. */
export function SecretDialog(props: {
  readonly title: string;
  readonly text: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly onClose: () => void;
}) {
  return (
    <Dialog onClose={props.onClose} title={props.title} size="lg" closeOnClickOutside={false}>
      <Alert variant="light" color="orange" icon={<IconKey size={18} />} mb="md">
        {props.text}
      </Alert>
      {props.values.map(([name, value]) => (
        <Group key={name} wrap="nowrap" align="flex-start" mb="sm">
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {value}
            </Code>
          </div>
          <div style={{ marginTop: 20 }}>
            <Copy name={name} value={value} />
          </div>
        </Group>
      ))}
      <Group justify="flex-end">
        <Button onClick={props.onClose}>I have kept it</Button>
      </Group>
    </Dialog>
  );
}

export const Copy = ({
  name,
  value,
  verb = 'Copy',
}: {
  readonly name: string;
  readonly value: string;
  readonly verb?: string;
}) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        flex="none"
        size="xs"
        variant="default"
        aria-label={`Copy ${name}`}
        leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={copy}
      >
        {copied ? 'Copied' : verb}
      </Button>
    )}
  </CopyButton>
);
