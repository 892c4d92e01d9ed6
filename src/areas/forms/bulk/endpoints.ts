import { anyCaller } from '../../../api/auth/access-rules.ts';
import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problem } from '../../../api/http/problem.ts';
import { arrayOf, input, integer, line, optional, output } from '../../../kernel/schema/shapes.ts';
import { mostFaults } from '../../../kernel/schema/validator.ts';
import { singleRequests } from '../form/endpoints.ts';
import { doOne } from './one.ts';
import { operation } from './operation.ts';

const invalidBulk = problem(422, 'InvalidFormsRequest', 'Cannot change forms.');

const detail = output(
  { code: line({ untrimmed: true }), message: line({ untrimmed: true }), target: optional(line({ untrimmed: true })) },
  'FormBulkDetail',
);

const results = output(
  {
    results: arrayOf(
      output(
        {
          id: line({ untrimmed: true }),
          status: integer({ description: 'As of the single request.' }),
          error: optional(
            output(
              {
                code: line({ untrimmed: true }),
                message: line({ untrimmed: true }),
                target: optional(line({ untrimmed: true })),
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
  description:
    'Each is done like its single request, in a transaction of its own; what is refused stops nothing. After 100 details in all, a further refusal has one.',
  access: anyCaller,
  changes: 'inTwin',
  body: input({ operations: arrayOf(operation, { minItems: 1, maxItems: 100 }) }, 'FormBulkRequest'),
  bodyTypes: [''],
  maxBody: 5 * 2 ** 20,
  invalid: invalidBulk,
  answers: { 200: json(results, 'What became of each, in their order.') },
  async run({ body: { operations } }, context) {
    const done = [];
    let room = mostFaults;
    for (const one of operations) {
      const result = await doOne(one, singleRequests, context, Math.max(1, room));
      room -= result.error?.details?.length ?? 0;
      done.push(result);
    }
    return reply(200, { results: done });
  },
});
