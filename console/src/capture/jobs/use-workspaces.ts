import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Job, type Workspace, workspaceQuery } from '../queries.ts';

/** The workspaces that jobs are in, as far as they are there: the server has no list of them. */
export function useWorkspaces(jobs: readonly Job[] | undefined): readonly Workspace[] {
  const ids = useMemo(() => [...new Set((jobs ?? []).map(({ workspaceId }) => workspaceId))], [jobs]);
  return useQueries({
    queries: ids.map((id) => ({ ...workspaceQuery(id), retry: false })),
    combine: (found) => found.flatMap(({ data }) => data ?? []),
  });
}
