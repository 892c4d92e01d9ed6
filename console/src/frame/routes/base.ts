import { createRootRoute, createRoute } from '@tanstack/react-router';
import { latePage } from '../../platform/late-page.ts';
import { NotFound, RouteProblem } from '../route-problem.tsx';
import { Shell } from '../shell.tsx';

/* What every address of the console lies below: the shell around all pages, and what is around the pages of a twin. */

export const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteProblem });

export const twin = createRoute({
  getParentRoute: () => root,
  path: '/twins/$twinId',
  component: latePage(() => import('../twin/twin-frame.tsx'), 'TwinFrame'),
});

/** A text of the search of an address. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
