import { QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';

const freshMs = 10_000;

/** What the console has read. Refusals are final; a server that does not answer is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof Problem) || error.status === 0 || error.status >= 500),
    },
  },
});
