import { anyCaller } from '../../kernel/auth/access-rules.ts';
import { endpoint, json, reply } from '../../kernel/http/endpoint.ts';
import { problem } from '../../kernel/http/problem.ts';
import { arrayOf, input, integer, line, optional, output } from '../../kernel/schema/shapes.ts';
import { doOne } from './bulk/one.ts';
import { operation } from './bulk/operation.ts';
import { singleRequests } from './form.endpoints.ts';

const invalidBulk = problem(422, 'InvalidFormsRequest', 'Cannot change forms.');

const detail = output(
  { code: line({ exact: true }), message: line({ exact: true }), target: optional(line({ exact: true })) },
  'FormBulkDetail',
);

const results = output(
  {
    results: arrayOf(
      output(
        {
          id: line({ exact: true }),
          status: integer({ description: 'As of the single request.' }),
          error: optional(
            output(
              {
                code: line({ exact: true }),
                message: line({ exact: true }),
                target: optional(line({ exact: true })),
                details: optional(arrayOf(detail)),
              },
              'FormBulkError',
            ),
          ),
        },
        'FormBulkResult',
      ),
    ),
  },
  'FormBulkResponse',
);

/** Several forms in one request; an addition, in version 2 only. */
export const bulkEndpoint = endpoint({
  id: 'forms.changeForms',
  method: 'POST',
  path: '/forms/bulk',
  title: 'Change several forms',
  description: 'Each is done like its single request, in a transaction of its own; what is refused stops nothing.',
  access: anyCaller,
  body: input({ operations: arrayOf(operation, { minItems: 1, maxItems: 100 }) }, 'FormBulkRequest'),
  bodyTypes: [''],
  maxBody: 5 * 2 ** 20,
  invalid: invalidBulk,
  answers: { 200: json(results, 'What became of each, in their order.') },
  async run({ body: { operations } }, context) {
    const done = [];
    for (const one of operations) done.push(await doOne(one, singleRequests, context));
    return reply(200, { results: done });
  },
});
