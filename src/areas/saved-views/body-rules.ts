import type { RawInput } from '../../api/http/endpoint.ts';
import type { Detail } from '../../api/http/problem.ts';
import { issueMessage } from '../../kernel/schema/messages.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { isRecord, membersOf } from '../../std/records.ts';

const mostTold = 20;
const forbidden = /[<>&"'.]/;

export const bodyFault = (target: string, message: string): Detail => ({ code: 'InvalidRequestBody', message, target });

const formats = { 'json-text': 'JSON text', 'web-address': 'an http or https URL' };

/** The code and words of this API for an issue of a body; parameters keep the usual ones. */
export function describeBody(issue: Issue, where: string): Partial<Detail> | undefined {
  if (where !== 'body' || issue.rule === 'json') return undefined;
  return { code: 'InvalidRequestBody', message: `${issue.target} ${issueMessage(issue, formats)}.` };
}

/**
 * Texts that hold a forbidden character, at any depth, by their paths. Extensions are exempt: their data is JSON text,
 * and their addresses have full stops. Keys are not looked at, because clients do not escape them.
 */
export function checkCharacters({ body }: RawInput): Detail[] {
  const faults: Detail[] = [];
  const walk = (value: unknown, path: string): void => {
    if (faults.length >= mostTold) return;
    if (typeof value === 'string') {
      if (forbidden.test(value)) faults.push(bodyFault(path, `${path} must not contain any of < > & " ' and .`));
    } else if (Array.isArray(value)) {
      for (const [at, one] of value.entries()) walk(one, `${path}[${at}]`);
    } else if (isRecord(value)) {
      for (const [name, one] of Object.entries(value)) walk(one, path === '' ? name : `${path}.${name}`);
    }
  };
  const { extensions: _, ...rest } = membersOf(body);
  walk(rest, '');
  return faults;
}

/** Lists need something that says of what. */
export function checkPlace({ query }: RawInput, ...names: readonly string[]): Detail[] {
  if (names.some((name) => query[name] !== undefined)) return [];
  const message = `At least one of ${names.join(', ')} is required.`;
  return [{ code: 'MissingRequiredParameter', message, target: names[0] ?? null }];
}
