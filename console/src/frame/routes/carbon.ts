import { createRoute } from '@tanstack/react-router';
import { carbonSearch, mappingSearch, resultSearch } from '../../carbon/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { twin } from './base.ts';

const carbon = createRoute({
  getParentRoute: () => twin,
  path: '/carbon',
  validateSearch: carbonSearch,
  component: latePage(() => import('../../carbon/carbon-page.tsx'), 'CarbonPage'),
});

const mapping = createRoute({
  getParentRoute: () => twin,
  path: '/carbon/mappings/$mappingId',
  validateSearch: mappingSearch,
  component: latePage(() => import('../../carbon/mapping/mapping-page.tsx'), 'MappingPage'),
});

const result = createRoute({
  getParentRoute: () => twin,
  path: '/carbon/results/$resultId',
  validateSearch: resultSearch,
  component: latePage(() => import('../../carbon/result/result-page.tsx'), 'ResultPage'),
});

/** What the models of a twin weigh in carbon. */
export const carbonPages = [carbon, mapping, result] as const;
