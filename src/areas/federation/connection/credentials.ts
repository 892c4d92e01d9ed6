import type { Detail } from '../../../api/http/problem.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import { isAllowedPort } from '../../../kernel/outgoing/destination.ts';
import { isCleanText } from '../../../std/text.ts';
import type { SystemType } from '../definition.ts';
import { invalidValue } from '../errors.ts';
import { systemTypes } from '../system-types.ts';
import type { Credentials, SystemRow } from '../tables.ts';

const mostKeys = 50;
const longest = 4000;
const wrong = (message: string) => invalidValue('Credentials', message);

/** What is wrong with credentials for a type of systems; nothing when they can be stored. */
export function credentialFaults(given: Readonly<Record<string, unknown>>, type: SystemType): readonly Detail[] {
  if (Object.keys(given).length > mostKeys) return [wrong(`There are more than ${mostKeys} credentials.`)];
  return Object.entries(given).flatMap(([key, value]) => faultOf(key, value, type) ?? []);
}

function faultOf(key: string, value: unknown, type: SystemType): Detail | undefined {
  const property = systemTypes[type].find(({ name }) => name === key);
  if (property === undefined) return wrong(`'${key.slice(0, 100)}' is no property of ${type}.`);
  if (!['string', 'number', 'boolean'].includes(typeof value)) return wrong(`'${key}' must be a text.`);
  const text = String(value);
  if (text.length > longest) return wrong(`'${key}' has more than ${longest} characters.`);
  if (!isCleanText(text)) return wrong('Provided Credentials value contains invalid characters.');
  const { enumValues, dataType } = property;
  if (enumValues !== null && !enumValues.includes(text)) {
    return wrong(`'${key}' must be one of ${enumValues.join(', ')}.`);
  }
  if (dataType === 'Int32' && !/^\d{1,9}$/.test(text)) return wrong(`'${key}' must be a whole number.`);
  if (dataType === 'Boolean' && !/^(true|false)$/i.test(text)) return wrong(`'${key}' must be true or false.`);
  const fault = formFaults[key]?.(text);
  if (fault !== undefined) return wrong(`'${key}' ${fault}`);
  if (key === 'IntegratedSecurity' && text.toLowerCase() === 'true') {
    return invalidValue('IntegratedSecurity', 'Integrated security is not available on this server.');
  }
  return undefined;
}

/** Headers that the request itself needs. */
const ownHeaders = ['accept', 'connection', 'content-length', 'content-type', 'host', 'transfer-encoding', 'upgrade'];

/** What no type of data says of a credential: what a connection would be refused for later. */
const formFaults: Readonly<Record<string, (text: string) => string | undefined>> = {
  Port: (text) => (isBetween(Number(text), 1, 65_535) ? undefined : 'must be a port: 1 to 65535.'),
  ApiKeyHeader: (text) =>
    isHeaderName(text) && !ownHeaders.includes(text.toLowerCase()) ? undefined : 'must be the name of a header.',
  Token: (text) => (isHeaderValue(text) ? undefined : 'must have only characters that a header may have.'),
  BaseUrl: (text) =>
    URL.canParse(text) && !isAllowedPort(new URL(text)) ? 'must have port 80, 443 or one above 1023.' : undefined,
};

const isBetween = (value: number, low: number, high: number): boolean => value >= low && value <= high;
const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** As they are kept: all as texts. */
export const credentialTexts = (given: Readonly<Record<string, unknown>>): Credentials =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));

/** A credential, else the default value of its property. */
export function credentialOf(credentials: Credentials, type: SystemType, name: string): string {
  const given = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  return given ?? systemTypes[type].find((property) => property.name === name)?.defaultValue ?? '';
}

/** What is stored of a system, unsealed. */
export const credentialsOf = (
  { credentials }: SystemRow,
  { ports }: { readonly ports: Pick<Ports, 'secrets'> },
): Credentials => JSON.parse(ports.secrets.open(credentials));
