import { createRoute } from '@tanstack/react-router';
import { newSearch } from '../../analysis/jobs/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { root, twin } from './base.ts';

const analyses = createRoute({
  getParentRoute: () => twin,
  path: '/analysis',
  component: latePage(() => import('../../analysis/jobs/analyses-page.tsx'), 'AnalysesPage'),
});

const newAnalysis = createRoute({
  getParentRoute: () => twin,
  path: '/analysis/new',
  validateSearch: newSearch,
  component: latePage(() => import('../../analysis/jobs/new-page.tsx'), 'NewAnalysisPage'),
});

const analysis = createRoute({
  getParentRoute: () => twin,
  path: '/analysis/$jobId',
  component: latePage(() => import('../../analysis/jobs/job-page.tsx'), 'AnalysisPage'),
});

const photos = createRoute({
  getParentRoute: () => twin,
  path: '/analysis/$jobId/photos',
  component: latePage(() => import('../../analysis/photos/photos-page.tsx'), 'PhotosPage'),
});

const changes = createRoute({
  getParentRoute: () => twin,
  path: '/analysis/$jobId/changes',
  component: latePage(() => import('../../analysis/changes/changes-page.tsx'), 'ChangesPage'),
});

const space = createRoute({
  getParentRoute: () => twin,
  path: '/analysis/$jobId/space',
  component: latePage(() => import('../../analysis/space/space-page.tsx'), 'SpacePage'),
});

export const analysisPages = [analyses, newAnalysis, analysis, photos, changes, space] as const;

const detectors = createRoute({
  getParentRoute: () => root,
  path: '/detectors',
  component: latePage(() => import('../../detectors/detectors-page.tsx'), 'DetectorsPage'),
});

const detector = createRoute({
  getParentRoute: () => root,
  path: '/detectors/$name',
  component: latePage(() => import('../../detectors/detector-page.tsx'), 'DetectorPage'),
});

export const detectorPages = [detectors, detector] as const;
