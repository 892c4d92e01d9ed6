import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { subClasses } from '../../../api/ports/twin-shape.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { membersOf } from '../../../std/records.ts';
import { checkSelect, filterFaults, findEnum, namesStatus } from '../list/rules.ts';

export function describeExport(issue: Issue): Partial<Detail> | undefined {
  if (issue.rule === 'json') return undefined;
  if (issue.rule === 'missing') {
    return { code: 'MissingRequiredProperty', message: 'A required property is missing or empty.' };
  }
  return { code: 'InvalidValue', message: `${issue.target} contains an invalid value.` };
}

/** In the body `+` stands for a space, as it does in the query of GET /twins/. */
export const filterText = (filter: string): string => filter.replaceAll('+', ' ');

export const namesOf = (list: string | null | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export function checkExport(raw: RawInput): Detail[] {
  const { subClass, select, filter, includeInactive } = membersOf(raw.body);
  const found: Detail[] = [];
  if (typeof subClass === 'string' && namesOf(subClass).some((name) => findEnum(subClasses, name) === undefined)) {
    const message = 'A valid twin SubClass was not specified in the query.';
    found.push({ code: 'InvalidValue', message, target: 'subClass' });
  }
  if (typeof select === 'string') found.push(...checkSelect(namesOf(select)));
  if (typeof filter === 'string' && filter !== '') {
    found.push(...filterFaults(filterText(filter)));
    if (includeInactive === true && namesStatus(filterText(filter))) {
      const message = 'The includeInactive parameter should not be used at the same time as the status parameter.';
      found.push({ code: 'InvalidParameter', message, target: 'includeInactive' });
    }
  }
  return found;
}
