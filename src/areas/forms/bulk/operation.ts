import type { Static } from 'typebox';
import { anyObject, input, line, oneOf, optional } from '../../../kernel/schema/shapes.ts';

/** One of several changes. */
export const operation = input({
  op: oneOf(['update', 'delete']),
  id: line({ min: 1, max: 200 }),
  body: optional(anyObject('Of an update: as that of PATCH /forms/{id}.')),
  ifMatch: optional(line({ max: 200, description: 'As the header If-Match.' })),
});
export type Operation = Static<typeof operation>;
