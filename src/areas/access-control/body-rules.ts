import type { Detail } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { addTextFormat } from '../../kernel/schema/validator.ts';
import { fold } from '../../std/text.ts';

/*
 * What the bodies of this API have in common. The checks see bodies that may break their schema, so they look at the
 * parts that have the right form and leave the rest to the schema.
 */

addTextFormat('e-mail', isEmail);

/** One address and nothing that a mail program would take for more than one. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(text) && text.isWellFormed();
}

export const missing = 'Required property is missing.';
export const tooMany = 'Collection size exceeds maximum size.';
const noBody = 'Failed to parse request body or collection is empty.';

/** A body that is no JSON object, or whose only list is empty. */
export const emptyBody: Partial<Detail> = { code: 'InvalidRequestBody', message: noBody, target: null };

/** Codes and words that all operations share; undefined keeps the usual ones. */
export function describeShared(issue: Issue, where: string): Partial<Detail> | undefined {
  if (where === 'query') return { code: 'InvalidValue', message: 'Value outside of valid range.' };
  if (issue.rule === 'json') return emptyBody;
  const isId = issue.schema.format === 'uuid';
  return isId && issue.rule !== 'missing' ? { code: 'InvalidValue', message: 'Value is not a valid id.' } : undefined;
}

/** The same, for a body that is nothing but the named list: an empty list is an empty body. */
export const describeList =
  (name: string) =>
  (issue: Issue, where: string): Partial<Detail> | undefined => {
    const isEmpty = issue.target === name && Array.isArray(issue.value) && issue.value.length === 0;
    return isEmpty ? emptyBody : describeShared(issue, where);
  };

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Ids given twice count once. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** How many ids an unchecked list has. */
export const countOfIds = (value: unknown): number =>
  new Set(listOf(value).map((id) => (typeof id === 'string' ? id.toLowerCase() : id))).size;

/** Faults for those of the texts that came before; `same` gives what is compared, default: the text without case. */
export function repeated(texts: readonly unknown[], targetOf: (place: number) => string, same = fold): Detail[] {
  const seen = new Set<string>();
  return texts.flatMap((text, place) => {
    if (typeof text !== 'string') return [];
    const key = same(text);
    if (seen.has(key)) return [{ code: 'InvalidValue', message: 'Value is given twice.', target: targetOf(place) }];
    seen.add(key);
    return [];
  });
}
