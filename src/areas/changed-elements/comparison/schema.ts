import { Type } from 'typebox';
import { input, number, oneOf, optional, output, signedUrl, uuid } from '../../../kernel/schema/shapes.ts';

const exampleId = '5ab4b5d0c1b2c0a8e5bf1a9d3f1c2e7d8a906b4c';

/** 40 hex digits in any case. */
export const changesetId = (description?: string) =>
  Type.String({
    pattern: '^[0-9A-Fa-f]{40}$',
    examples: [exampleId],
    ...(description === undefined ? {} : { description }),
  });

export const storedChangesetId = Type.String({ pattern: '^[0-9a-f]{40}$', examples: [exampleId] });

export const comparisonJobCreate = input(
  {
    twinId: uuid(),
    modelId: uuid('A model of that twin.'),
    startChangesetId: changesetId('The first changeset whose changes count.'),
    endChangesetId: changesetId('The last one; may be the first.'),
  },
  'ComparisonJobCreate',
);

export const comparisonParams = input({ twinId: uuid(), modelId: uuid() });

const comparisonJob = output(
  {
    status: oneOf(['Queued', 'Started', 'Completed', 'Failed']),
    jobId: Type.String({ description: 'startChangesetId-endChangesetId, unique in its model.' }),
    twinId: uuid(),
    modelId: uuid(),
    startChangesetId: storedChangesetId,
    endChangesetId: storedChangesetId,
    currentProgress: optional(number({ minimum: 0, description: 'Elements of both versions, of a Started one.' })),
    maxProgress: optional(number({ minimum: 0 })),
    comparison: optional(output({ href: signedUrl('The result: signed, for an hour; of a Completed one.') })),
    errorDetails: optional(Type.String({ description: 'Of a Failed one.' })),
  },
  'ComparisonJob',
);

export const oneComparisonJob = output({ comparisonJob }, 'ComparisonJobResponse');
