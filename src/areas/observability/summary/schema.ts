import { anyText, arrayOf, dateTime, integer, nullable, number, output, uuid } from '../../../kernel/schema/shapes.ts';

const count = integer({ description: 'Requests; each entry counts for as many as it stands for.' });
const refused = integer({ description: 'Of them those with a status of 400 and more, or without an answer.' });

const summary = output(
  {
    from: dateTime(),
    to: dateTime(),
    total: count,
    refused,
    byOperation: arrayOf(
      output(
        {
          operationId: nullable(anyText()),
          count,
          refused,
          p50Ms: number({ description: 'Over at most the newest 100,000 entries of the range, as p95Ms.' }),
          p95Ms: number(),
          maxMs: number(),
          lastDateTime: dateTime(),
        },
        'RequestsOfOperation',
      ),
    ),
    byCode: arrayOf(
      output(
        {
          operationId: nullable(anyText()),
          status: nullable(integer()),
          code: nullable(anyText()),
          count,
          lastDateTime: dateTime(),
          exampleId: uuid('The newest of them.'),
        },
        'RequestsOfCode',
      ),
    ),
    byHour: arrayOf(output({ dateTime: dateTime(), count, refused }, 'RequestsOfHour')),
    byClient: arrayOf(output({ clientId: anyText(), count, refused, lastDateTime: dateTime() }, 'RequestsOfClient')),
  },
  'RequestSummary',
);

export const summaryAnswer = output({ summary }, 'RequestSummaryResponse');
