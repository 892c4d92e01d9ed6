import { createRoute } from '@tanstack/react-router';
import { feedSearch, rowsSearch } from '../../feeds/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { twin } from './base.ts';

const feeds = createRoute({
  getParentRoute: () => twin,
  path: '/feeds',
  validateSearch: feedSearch,
  component: latePage(() => import('../../feeds/feeds-page.tsx'), 'FeedsPage'),
});

const feed = createRoute({
  getParentRoute: () => twin,
  path: '/feeds/$uniqueName',
  component: latePage(() => import('../../feeds/package-page.tsx'), 'PackagePage'),
});

const feedSet = createRoute({
  getParentRoute: () => twin,
  path: '/feeds/$uniqueName/$set',
  validateSearch: rowsSearch,
  component: latePage(() => import('../../feeds/set-page.tsx'), 'SetPage'),
});

export const feedPages = [feeds, feed, feedSet] as const;
