import { IconMapOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useTitle } from '../ui/page.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

export function NotFound() {
  useTitle('Not found');
  return (
    <Empty
      icon={IconMapOff}
      isPage
      title="There is no such page"
      text="The address may be old, or was not copied whole."
    >
      <LinkButton to="/twins">Go to the twins</LinkButton>
    </Empty>
  );
}

export const RouteProblem = ({ error, reset }: ErrorComponentProps) => <ProblemNote error={error} onRetry={reset} />;
