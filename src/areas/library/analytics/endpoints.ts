import { bytes, type Endpoint, endpoint } from '../../../api/http/endpoint.ts';
import { inLibrary, viewingAnalytics } from '../access.ts';
import { describePeriod } from '../body-rules.ts';
import { invalidAnalytics } from '../errors.ts';
import { periodQuery } from '../schema/analytics.ts';
import type { Analytics } from './analytics.ts';
import { checkPeriod, downloadAnalytics } from './download.ts';

export const analyticsEndpoints = (analytics: Analytics): Endpoint[] => [
  endpoint({
    id: 'library.downloadAnalytics',
    method: 'GET',
    path: '/library/components/analytics/download',
    title: 'Download Analytics',
    description:
      'Who looked at, took, made, changed and deleted components. Views and downloads are there within 5 seconds.',
    access: inLibrary(viewingAnalytics),
    query: periodQuery,
    invalid: invalidAnalytics,
    describe: describePeriod,
    check: checkPeriod,
    answers: { 200: bytes(['text/csv'], 'A table with a heading, the oldest first.') },
    run: ({ target, query }, context) => downloadAnalytics(target, query, analytics, context),
  }),
];
