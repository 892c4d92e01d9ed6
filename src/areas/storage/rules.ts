import type { RawInput } from '../../kernel/http/endpoint.ts';
import type { Detail } from '../../kernel/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { isUuid } from '../../kernel/std/ids.ts';
import { membersOf } from '../../kernel/std/records.ts';

/** Folders below each other, the root folder not counted. */
export const deepest = 100;

export const tooDeep = (target: string): Detail => ({
  code: 'InvalidValue',
  message: `Folders can be nested at most ${deepest} levels deep.`,
  target,
});

/** The fault of a name that is taken; told with a 409. */
export const takenName: readonly Detail[] = [
  { code: 'InvalidValue', message: 'DisplayName is taken in the folder.', target: 'displayName' },
];

export const pageSizeMessage = 'Page size is over 1000 items limit.';

/** Codes and words of this API for its lists. */
export function describeList({ target, rule }: Issue): Partial<Detail> | undefined {
  if (target === '$top' && rule === 'maximum') return { message: pageSizeMessage };
  return undefined;
}

/** The documented message of a page that is too large stands for the whole request. */
export const messageOfList = (details: readonly Detail[]): string | undefined =>
  details.find((detail) => detail.message === pageSizeMessage)?.message;

/** Which twin a query means: `twinId`, or its older name. */
export const askedTwin = (query: Readonly<Record<string, unknown>>): string =>
  String(query.twinId ?? query.projectId ?? '');

/** One of both names must be given, and be a GUID. */
export function checkTwin({ query }: RawInput): Detail[] {
  if (query.twinId === undefined && query.projectId === undefined) {
    return [{ code: 'MissingRequiredParameter', message: 'Required parameter is missing.', target: 'twinId' }];
  }
  if (isUuid(askedTwin(query))) return [];
  const target = query.twinId === undefined ? 'projectId' : 'twinId';
  return [{ code: 'InvalidParameter', message: `The ${target} query parameter value is incorrect.`, target }];
}

type NameCode = 'InvalidCreateFileRequest' | 'InvalidCreateFolderRequest';

/** A bad name has a code of its own. */
export const describeName =
  (code: NameCode) =>
  ({ target, rule, limit }: Issue): Partial<Detail> | undefined => {
    if (target !== 'displayName' || rule === 'missing' || rule === 'type') return undefined;
    if (rule === 'maxLength') return { code, message: `DisplayName is over '${limit}' length limit.` };
    return { code, message: 'DisplayName is not valid.' };
  };

/** Executable files are refused by the last extension of their name. */
export function checkHarmless({ body }: RawInput, refusedExtensions: readonly string[]): Detail[] {
  const name = membersOf(body).displayName;
  const extension = typeof name === 'string' ? /\.([^.]+)$/.exec(name)?.[1] : undefined;
  if (extension === undefined || !refusedExtensions.includes(extension.toLowerCase())) return [];
  const message = `Files of the type '${extension}' are not allowed.`;
  return [{ code: 'InvalidCreateFileRequest', message, target: 'displayName' }];
}

/** What cannot be done to the root folder. */
export const rootFault = (verb: string, target: string): Detail => ({
  code: 'InvalidChange',
  message: `The root folder cannot be ${verb}.`,
  target,
});
