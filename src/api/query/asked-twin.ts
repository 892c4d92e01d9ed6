import { line, optional, otherNameOf } from '../../kernel/schema/shapes.ts';
import { isUuid } from '../../std/ids.ts';
import type { RawInput } from '../http/endpoint.ts';
import type { Detail } from '../http/problem.ts';

/** The twin of a list, by its present and its older parameter; `checkTwin` demands one of them. */
export const twinQuery = {
  twinId: optional(line({ description: 'GUID of the twin. Required.' })),
  projectId: optional(
    otherNameOf('twinId', line({ description: 'Older name of twinId, which wins when both are given.' })),
  ),
};

/** Which twin a query means: `twinId`, or its older name. */
export const askedTwin = (query: Readonly<Record<string, unknown>>): string =>
  String(query.twinId ?? query.projectId ?? '');

/** One of both names must be given, and be a GUID. */
export function checkTwin({ query }: Pick<RawInput, 'query'>): Detail[] {
  if (query.twinId === undefined && query.projectId === undefined) {
    return [{ code: 'MissingRequiredParameter', message: 'Required parameter is missing.', target: 'twinId' }];
  }
  if (isUuid(askedTwin(query))) return [];
  const target = query.twinId === undefined ? 'projectId' : 'twinId';
  return [{ code: 'InvalidParameter', message: `The ${target} query parameter value is incorrect.`, target }];
}
