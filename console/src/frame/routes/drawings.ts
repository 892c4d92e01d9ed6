import { createRoute } from '@tanstack/react-router';
import { latePage } from '../../platform/late-page.ts';
import { text, twin } from './base.ts';

const drawings = createRoute({
  getParentRoute: () => twin,
  path: '/drawings',
  component: latePage(() => import('../../drawings/drawings-page.tsx'), 'DrawingsPage'),
});

const drawing = createRoute({
  getParentRoute: () => twin,
  path: '/drawings/$inferenceId',
  component: latePage(() => import('../../drawings/drawing-page.tsx'), 'DrawingPage'),
});

const sheet = createRoute({
  getParentRoute: () => twin,
  path: '/drawings/$inferenceId/$sheet',
  validateSearch: ({ item }: Record<string, unknown>) => (text(item) ? { item: text(item) } : {}),
  component: latePage(() => import('../../drawings/sheet/sheet-page.tsx'), 'SheetPage'),
});

const symbolSets = createRoute({
  getParentRoute: () => twin,
  path: '/drawings/symbols',
  component: latePage(() => import('../../drawings/symbols/sets-page.tsx'), 'SetsPage'),
});

const symbolSet = createRoute({
  getParentRoute: () => twin,
  path: '/drawings/symbols/$setId',
  component: latePage(() => import('../../drawings/symbols/set-page.tsx'), 'SetPage'),
});

export const drawingPages = [drawings, drawing, sheet, symbolSets, symbolSet] as const;
