import { Button, Code, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Problem } from '../../platform/problem.ts';
import { person, signInAnew } from '../../platform/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useCopyLink } from '../../ui/use-copy-link.ts';

/** For who follows a link to a twin that is not theirs, or is not there any more: the server does not tell which. */
export function NoAccess({ problem }: { readonly problem: Problem }) {
  useTitle('No access');
  const copy = useCopyLink();
  const { name, email } = person();
  const request = `Please give ${email} access to this twin: ${window.location.href}`;
  return (
    <Empty
      icon={IconLock}
      title="You have no access to this twin, or it is not there any more"
      text={`You are signed in as ${name} (${email}). Ask who sent you the address to invite you to the twin, or sign in as somebody who has access.`}
    >
      <Group justify="center">
        <Button onClick={() => copy(request, 'The request is copied. Send it to who can invite you.')}>
          Copy a request for access
        </Button>
        <Button variant="default" onClick={() => void signInAnew()}>
          Sign in as somebody else
        </Button>
        <LinkButton variant="default" to="/twins">
          Go to my twins
        </LinkButton>
      </Group>
      {problem.correlationId && (
        <Text size="xs" c="dimmed" mt="md">
          Correlation id <Code fz="inherit">{problem.correlationId}</Code>
        </Text>
      )}
    </Empty>
  );
}
