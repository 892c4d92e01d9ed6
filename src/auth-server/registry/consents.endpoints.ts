import { anyCaller } from '../../api/auth/access-rules.ts';
import { empty, endpoint, json, noContent, reply } from '../../api/http/endpoint.ts';
import { fail } from '../../api/http/problem.ts';
import { arrayOf, output } from '../../kernel/schema/shapes.ts';
import type { Core } from '../core.ts';
import { withdrawConsent } from '../identity/consent.ts';
import { consentsOf } from '../store/consents.ts';
import { applicationNotFound } from './errors.ts';
import { consent } from './registry.schema.ts';
import { consentView } from './registry.view.ts';

/** What the caller lets applications do. */
export function consentEndpoints(core: Core) {
  return [
    endpoint({
      id: 'applications.getConsents',
      method: 'GET',
      path: '/api/consents',
      title: 'Get consents',
      description: 'The applications that the caller lets act for them.',
      access: anyCaller,
      answers: { 200: json(output({ consents: arrayOf(consent) }, 'Consents'), "By the applications' names.") },
      run: async (_input, { db, caller }) =>
        reply(200, { consents: (await consentsOf(db, caller.userId)).map(consentView) }),
    }),

    endpoint({
      id: 'applications.deleteConsent',
      method: 'DELETE',
      path: '/api/consents/{clientId}',
      title: 'Delete consent',
      description: 'Withdraws a consent; the tokens that the application holds for the caller end.',
      access: anyCaller,
      changes: 'shared',
      answers: { 204: empty('The application may act no more.') },
      errors: [applicationNotFound],
      run: ({ params }, { caller, by, write }) =>
        write(async (tx) => {
          const person = { id: caller.userId, email: caller.email, organization_id: caller.organizationId };
          const withdrawn = await withdrawConsent(core, tx, person, params.clientId, by);
          return withdrawn ? noContent : fail(applicationNotFound);
        }),
    }),
  ];
}
