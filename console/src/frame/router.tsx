import { createRouter } from '@tanstack/react-router';
import { RouteProblem } from './route-problem.tsx';
import { analysisPages, detectorPages } from './routes/analysis.ts';
import { root, twin } from './routes/base.ts';
import { capturePages } from './routes/capture.ts';
import { carbonPages } from './routes/carbon.ts';
import { drawingPages } from './routes/drawings.ts';
import { feedPages } from './routes/feeds.ts';
import { formPages } from './routes/forms.ts';
import { libraryPages, twinLibraryPages } from './routes/library.ts';
import { ownPages } from './routes/own.ts';
import { realityPages } from './routes/reality.ts';
import { twinPages } from './routes/twin.ts';

/*
 * Every address of the console. Pages load when they are first visited; the search of an address holds what a page
 * shows, so that it can be reloaded, bookmarked and sent to others.
 */
const routeTree = root.addChildren([
  twin.addChildren([
    ...twinPages,
    ...realityPages,
    ...capturePages,
    ...analysisPages,
    ...formPages,
    ...drawingPages,
    ...carbonPages,
    ...feedPages,
    ...twinLibraryPages,
  ]),
  ...detectorPages,
  ...libraryPages,
  ...ownPages,
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem, // in the place of the page: the navigation stays
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
