import { createRoute, redirect } from '@tanstack/react-router';
import { tabSearch } from '../../members/tabs.ts';
import { latePage } from '../../platform/late-page.ts';
import { requestSearch } from '../../requests/search.ts';
import { twinListSearch } from '../../twins/search.ts';
import { root } from './base.ts';

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
  component: latePage(() => import('../../twins/list-page.tsx'), 'TwinListPage'),
});

const organization = createRoute({
  getParentRoute: () => root,
  path: '/organization',
  validateSearch: tabSearch,
  component: latePage(() => import('../../members/organization-page.tsx'), 'OrganizationPage'),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  component: latePage(() => import('../../jobs/jobs-page.tsx'), 'MyJobsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: latePage(() => import('../../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  component: latePage(() => import('../../webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const applications = createRoute({
  getParentRoute: () => root,
  path: '/applications',
  component: latePage(() => import('../../applications/applications-page.tsx'), 'ApplicationsPage'),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: requestSearch,
  component: latePage(() => import('../../requests/requests-page.tsx'), 'RequestsPage'),
});

const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$requestId',
  component: latePage(() => import('../../requests/request-page.tsx'), 'RequestPage'),
});

/** What belongs to no twin. */
export const ownPages = [home, twins, organization, jobs, webhooks, webhook, applications, requests, request] as const;
