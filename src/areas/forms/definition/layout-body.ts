import { Type } from 'typebox';
import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { largestLayout } from '../layout/read.ts';

/** A layout in a body: the text that answers have, or the object in it. */
export const layoutMember = {
  definition: Type.Unsafe<unknown>({
    type: ['string', 'object'],
    additionalProperties: true,
    description: 'The layout: JSON as text, or an object.',
  }),
};

export const textIn = (definition: unknown): string =>
  typeof definition === 'string' ? definition : JSON.stringify(definition);

/** A layout may have 2 MiB. */
export function checkLayoutShape({ body }: RawInput): Detail[] {
  const { definition } = (body ?? {}) as { definition?: unknown };
  if (definition === undefined || Buffer.byteLength(textIn(definition)) <= largestLayout) return [];
  return [{ code: 'InvalidValue', message: 'Definition has more than 2 MiB.', target: 'definition' }];
}
