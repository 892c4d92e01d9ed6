import { createRoute } from '@tanstack/react-router';
import { formSearch, formsSearch } from '../../forms/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { twin } from './base.ts';

/** Forms of a twin, and the kinds of them. */
export const formPages = [
  createRoute({
    getParentRoute: () => twin,
    path: '/forms',
    validateSearch: formsSearch,
    component: latePage(() => import('../../forms/list/forms-page.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => twin,
    path: '/forms/$formId',
    validateSearch: formSearch,
    component: latePage(() => import('../../forms/form/form-page.tsx'), 'FormPage'),
  }),
  createRoute({
    getParentRoute: () => twin,
    path: '/form-definitions',
    component: latePage(() => import('../../forms/definitions/definitions-page.tsx'), 'DefinitionsPage'),
  }),
  createRoute({
    getParentRoute: () => twin,
    path: '/form-definitions/$definitionId',
    component: latePage(() => import('../../forms/definitions/definition-page.tsx'), 'DefinitionPage'),
  }),
  createRoute({
    getParentRoute: () => twin,
    path: '/form-definitions/$definitionId/workflow',
    component: latePage(() => import('../../forms/workflow/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const;
