import { createRoute } from '@tanstack/react-router';
import { latePage } from '../../platform/late-page.ts';
import { realitySearch } from '../../reality/viewer/search.ts';
import { twin } from './base.ts';

const reality = createRoute({
  getParentRoute: () => twin,
  path: '/reality',
  component: latePage(() => import('../../reality/reality-page.tsx'), 'RealityPage'),
});

const realityViewer = createRoute({
  getParentRoute: () => twin,
  path: '/reality/$dataId',
  validateSearch: realitySearch,
  component: latePage(() => import('../../reality/viewer/viewer-page.tsx'), 'RealityViewerPage'),
});

export const realityPages = [reality, realityViewer] as const;
