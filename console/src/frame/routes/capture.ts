import { createRoute } from '@tanstack/react-router';
import { captureSearch, pointsSearch, spaceSearch } from '../../capture/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { twin } from './base.ts';

const capture = createRoute({
  getParentRoute: () => twin,
  path: '/capture',
  validateSearch: captureSearch,
  component: latePage(() => import('../../capture/capture-page.tsx'), 'CapturePage'),
});

const job = createRoute({
  getParentRoute: () => twin,
  path: '/capture/jobs/$jobId',
  component: latePage(() => import('../../capture/jobs/job-page.tsx'), 'JobPage'),
});

const photos = createRoute({
  getParentRoute: () => twin,
  path: '/capture/photos/$dataId',
  component: latePage(() => import('../../capture/photos/photos-page.tsx'), 'PhotosPage'),
});

const points = createRoute({
  getParentRoute: () => twin,
  path: '/capture/photos/$dataId/points',
  validateSearch: pointsSearch,
  component: latePage(() => import('../../capture/points/points-page.tsx'), 'PointsPage'),
});

const space = createRoute({
  getParentRoute: () => twin,
  path: '/capture/space/$dataId',
  validateSearch: spaceSearch,
  component: latePage(() => import('../../capture/space/space-page.tsx'), 'SpacePage'),
});

export const capturePages = [capture, job, photos, points, space] as const;
