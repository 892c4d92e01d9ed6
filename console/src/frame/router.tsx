import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { tabSearch } from '../members/tabs.ts';
import { viewerSearch } from '../models/viewer/search.ts';
import { latePage } from '../platform/late-page.ts';
import { sceneSearch } from '../scenes/search.ts';
import { twinListSearch } from '../twins/search.ts';
import { NotFound, RouteProblem } from './route-problem.tsx';
import { Shell } from './shell.tsx';

/*
 * Every address of the console. Pages load when they are first visited; the search of an address holds what a page
 * shows, so that it can be reloaded, bookmarked and sent to others.
 */
const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteProblem });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/twins' });
  },
});

const twins = createRoute({
  getParentRoute: () => root,
  path: '/twins',
  validateSearch: twinListSearch,
  component: latePage(() => import('../twins/list-page.tsx'), 'TwinListPage'),
});

const twin = createRoute({
  getParentRoute: () => root,
  path: '/twins/$twinId',
  component: latePage(() => import('./twin/twin-frame.tsx'), 'TwinFrame'),
});

const overview = createRoute({
  getParentRoute: () => twin,
  path: '/',
  component: latePage(() => import('./twin/overview-page.tsx'), 'OverviewPage'),
});

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const files = createRoute({
  getParentRoute: () => twin,
  path: '/files',
  validateSearch: ({ folder, find, file }: Record<string, unknown>) => ({
    ...(text(folder) ? { folder: text(folder) } : {}),
    ...(text(find) ? { find: text(find) } : {}),
    ...(text(file) ? { file: text(file) } : {}),
  }),
  component: latePage(() => import('../files/files-page.tsx'), 'FilesPage'),
});

const recycleBin = createRoute({
  getParentRoute: () => twin,
  path: '/files/recycle-bin',
  component: latePage(() => import('../files/recycle-bin-page.tsx'), 'RecycleBinPage'),
});

const models = createRoute({
  getParentRoute: () => twin,
  path: '/models',
  component: latePage(() => import('../models/models-page.tsx'), 'ModelsPage'),
});

const viewer = createRoute({
  getParentRoute: () => twin,
  path: '/models/$modelId',
  validateSearch: viewerSearch,
  component: latePage(() => import('../models/viewer/viewer-page.tsx'), 'ViewerPage'),
});

const scenes = createRoute({
  getParentRoute: () => twin,
  path: '/scenes',
  component: latePage(() => import('../scenes/scenes-page.tsx'), 'ScenesPage'),
});

const scene = createRoute({
  getParentRoute: () => twin,
  path: '/scenes/$sceneId',
  validateSearch: sceneSearch,
  component: latePage(() => import('../scenes/scene-page.tsx'), 'ScenePage'),
});

const members = createRoute({
  getParentRoute: () => twin,
  path: '/members',
  validateSearch: tabSearch,
  component: latePage(() => import('../members/members-page.tsx'), 'MembersPage'),
});

const organization = createRoute({
  getParentRoute: () => root,
  path: '/organization',
  validateSearch: tabSearch,
  component: latePage(() => import('../members/organization-page.tsx'), 'OrganizationPage'),
});

const twinJobs = createRoute({
  getParentRoute: () => twin,
  path: '/jobs',
  component: latePage(() => import('../jobs/jobs-page.tsx'), 'TwinJobsPage'),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  component: latePage(() => import('../jobs/jobs-page.tsx'), 'MyJobsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: latePage(() => import('../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  component: latePage(() => import('../webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const applications = createRoute({
  getParentRoute: () => root,
  path: '/applications',
  component: latePage(() => import('../applications/applications-page.tsx'), 'ApplicationsPage'),
});

const routeTree = root.addChildren([
  home,
  twins,
  twin.addChildren([overview, files, recycleBin, models, viewer, scenes, scene, members, twinJobs]),
  organization,
  jobs,
  webhooks,
  webhook,
  applications,
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
