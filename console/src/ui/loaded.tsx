import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.tsx';

type Query<T> = UseQueryResult<T> | UseInfiniteQueryResult<T>;

/** What a query answered; until then a place for it, and where it failed the reason. */
export function Loaded<T>({
  query,
  lines = 6,
  children,
}: {
  readonly query: Query<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack gap="xs" aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <Skeleton key={at} h={34} radius="sm" />
      ))}
    </Stack>
  );
}
