import type { RawInput } from '../../api/http/endpoint.ts';
import type { Detail } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { membersOf } from '../../std/records.ts';

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
