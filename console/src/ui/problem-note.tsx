import { Alert, Anchor, Button, Code, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Problem, whatToDo } from '../platform/problem.ts';

/** What went wrong, what to do, and the id under which the log has it. */
export function ProblemNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={message} role="alert">
      <ProblemText error={error} />
      {onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** The same without a frame, for a notification or the foot of a form. */
export function ProblemText({ error }: { readonly error: unknown }) {
  const details = error instanceof Problem ? error.details : [];
  const requestId = error instanceof Problem ? error.requestId : undefined;
  const correlationId = error instanceof Problem ? error.correlationId : undefined;
  return (
    <>
      {details.length > 0 && (
        <List size="sm" mb={4}>
          {details.map((detail) => (
            <List.Item key={`${detail.target} ${detail.message}`}>
              {detail.target ? <Code>{detail.target}</Code> : null} {detail.message}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm">{whatToDo(error)}</Text>
      {correlationId && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          Correlation id <Code fz="inherit">{correlationId}</Code>
          {requestId && (
            <>
              {', '}
              <Anchor underline="always" fz="inherit" href={`/console/requests/${requestId}`}>
                the request
              </Anchor>
            </>
          )}
        </Text>
      )}
    </>
  );
}
