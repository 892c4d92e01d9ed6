import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { isRecord, membersOf } from '../../../std/records.ts';
import { capitalized } from '../twin/rules.ts';
import { authenticationMembers, repositoryClasses } from './schema.ts';

const invalid = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });
const classOf = (name: unknown) =>
  typeof name === 'string' && Object.hasOwn(repositoryClasses, name) ? repositoryClasses[name] : undefined;

/** Words of the Repository operations for an issue of their bodies. */
export function describeRepository(issue: Issue): Partial<Detail> | undefined {
  const { target, rule } = issue;
  if (rule === 'json') return undefined;
  if (rule === 'missing') {
    return { code: 'MissingRequiredProperty', message: 'A required property is missing or empty.' };
  }
  const shown = capitalized(target);
  if (rule === 'maxLength') return invalid(target, `${shown} cannot be more than ${issue.limit} characters.`);
  if (rule === 'minLength' || issue.value === null) return invalid(target, `${shown} cannot be null or empty.`);
  return invalid(target, target === 'options' ? 'Options are not valid.' : `${shown} value is incorrect.`);
}

/** Class and subClass that cannot be registered or do not belong together. */
export function checkClasses(raw: RawInput): Detail[] {
  const { class: name, subClass } = membersOf(raw.body);
  if (typeof name !== 'string' || name === '') return [];
  const known = classOf(name);
  if (!known?.registrable) return [invalid('class', 'Class value is incorrect.')];
  const fits = typeof subClass === 'string' && known.subClasses.includes(subClass);
  return fits ? [] : [invalid('subClass', 'SubClass value is incorrect.')];
}

/** Members that the type of authentication needs. */
export function checkAuthentication(raw: RawInput): Detail[] {
  const given = membersOf(raw.body).authentication;
  if (!isRecord(given)) return [];
  const { type } = given;
  const known = typeof type === 'string' && Object.hasOwn(authenticationMembers, type);
  const needed = known ? authenticationMembers[type] : undefined;
  if (!known || needed === undefined) return [invalid('authentication.type', 'Type value is incorrect.')];
  return needed
    .filter((name) => !isFilled(given[name]))
    .map((name) => invalid(`authentication.${name}`, missingMember(name, type)));
}

const isFilled = (value: unknown) => typeof value === 'string' && value !== '' && value.isWellFormed();

function missingMember(name: string, type: string): string {
  if (type === 'Basic') return `${capitalized(name)} must be defined for authentication type basic.`;
  if (type === 'OAuth2AuthorizationCodePKCE') return `${capitalized(name)} must be defined for OAuth2 authentication.`;
  return `${capitalized(name)} must be defined for authentication type ${type}.`;
}

/** Levels of a URL template that has options, and query parameters that are not texts. */
export function checkOptions(raw: RawInput, subClass: unknown): Detail[] {
  const given = membersOf(raw.body).options;
  if (!isRecord(given)) return [];
  const { queryParameters } = given;
  const found = isTextMap(queryParameters) ? [] : [invalid('options', 'Options are not valid.')];
  return subClass === 'UrlTemplate' ? [...found, ...levelFaults(given)] : found;
}

function isTextMap(value: unknown): boolean {
  if (value === undefined) return true;
  return isRecord(value) && Object.values(value).every((one) => typeof one === 'string');
}

const isLevel = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 24;

function levelFaults(options: Readonly<Record<string, unknown>>): Detail[] {
  return ['minimumLevel', 'maximumLevel']
    .filter((name) => !isLevel(options[name]))
    .map((name) => invalid(name.toLowerCase(), `${name} must be between 0 and 24 inclusive.`));
}

/** Members of an update body that never change; equal values are tolerated. */
export function checkFixed(raw: RawInput, stored: Readonly<Record<string, unknown>>): Detail[] {
  return ['id', 'class', 'subClass']
    .filter((name) => Object.hasOwn(membersOf(raw.body), name) && membersOf(raw.body)[name] !== stored[name])
    .map((name) => ({
      code: 'ReadOnlyProperty',
      message: `${capitalized(name)} is read only and cannot be modified.`,
      target: name,
    }));
}

/** Faults of the class and subClass of a query; subClass goes with a class only. */
export function checkRepositoryQuery({ query }: RawInput): Detail[] {
  const known = classOf(query.class);
  const found: Detail[] = [];
  if ((query.class !== undefined && !known) || (query.class === undefined && query.subClass !== undefined)) {
    found.push(invalid('class', 'A valid twin Repository Class was not specified in the query.'));
  }
  const legacy = query.class === 'GeographicInformationSystem' && query.subClass === 'MapServer';
  if (known && typeof query.subClass === 'string' && !known.subClasses.includes(query.subClass) && !legacy) {
    found.push(invalid('subClass', 'A valid twin Repository SubClass was not specified in the query.'));
  }
  return found;
}
