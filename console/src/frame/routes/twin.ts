import { createRoute } from '@tanstack/react-router';
import { tabSearch } from '../../members/tabs.ts';
import { viewerSearch } from '../../models/viewer/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { sceneSearch } from '../../scenes/search.ts';
import { text, twin } from './base.ts';

const overview = createRoute({
  getParentRoute: () => twin,
  path: '/',
  component: latePage(() => import('../twin/overview-page.tsx'), 'OverviewPage'),
});

const files = createRoute({
  getParentRoute: () => twin,
  path: '/files',
  validateSearch: ({ folder, find, file }: Record<string, unknown>) => ({
    ...(text(folder) ? { folder: text(folder) } : {}),
    ...(text(find) ? { find: text(find) } : {}),
    ...(text(file) ? { file: text(file) } : {}),
  }),
  component: latePage(() => import('../../files/files-page.tsx'), 'FilesPage'),
});

const recycleBin = createRoute({
  getParentRoute: () => twin,
  path: '/files/recycle-bin',
  component: latePage(() => import('../../files/recycle-bin-page.tsx'), 'RecycleBinPage'),
});

const models = createRoute({
  getParentRoute: () => twin,
  path: '/models',
  component: latePage(() => import('../../models/models-page.tsx'), 'ModelsPage'),
});

const viewer = createRoute({
  getParentRoute: () => twin,
  path: '/models/$modelId',
  validateSearch: viewerSearch,
  component: latePage(() => import('../../models/viewer/viewer-page.tsx'), 'ViewerPage'),
});

const scenes = createRoute({
  getParentRoute: () => twin,
  path: '/scenes',
  component: latePage(() => import('../../scenes/scenes-page.tsx'), 'ScenesPage'),
});

const scene = createRoute({
  getParentRoute: () => twin,
  path: '/scenes/$sceneId',
  validateSearch: sceneSearch,
  component: latePage(() => import('../../scenes/scene-page.tsx'), 'ScenePage'),
});

const members = createRoute({
  getParentRoute: () => twin,
  path: '/members',
  validateSearch: tabSearch,
  component: latePage(() => import('../../members/members-page.tsx'), 'MembersPage'),
});

const twinJobs = createRoute({
  getParentRoute: () => twin,
  path: '/jobs',
  component: latePage(() => import('../../jobs/jobs-page.tsx'), 'TwinJobsPage'),
});

/** What every twin has: files, models, scenes, members, jobs. */
export const twinPages = [overview, files, recycleBin, models, viewer, scenes, scene, members, twinJobs] as const;
