import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { issueMessage } from '../../../kernel/schema/messages.ts';
import { arrayOf, boolean, input, line, oneOf, optional, paragraphs } from '../../../kernel/schema/shapes.ts';
import { issuesOf } from '../../../kernel/schema/validator.ts';
import { messageOf } from '../../../std/errors.ts';
import { edmTypes } from '../../../std/odata/edm.ts';
import { isRecord } from '../../../std/records.ts';
import { builtInPackages, type PackageDefinition } from '../definition.ts';
import type { Subscriptions } from '../registry.ts';

const identifier = line({ pattern: '^[\\p{L}_][\\p{L}\\p{Nd}_]{0,127}$' });
const variableName = '^[A-Za-z_]\\w{0,63}$';

/** One of three forms, told apart by `kind`; `faultIn` says what is missing of one. */
const source = input({
  kind: oneOf(['sql', 'http', 'file']),
  systemId: optional(line()),
  statement: optional(paragraphs()),
  method: optional(oneOf(['GET', 'POST'])),
  path: optional(line()),
  body: optional(paragraphs()),
  resultPath: optional(line()),
  file: optional(line()),
  format: optional(oneOf(['json', 'csv'])),
});

const definition = input({
  uniqueName: line({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }),
  name: line({ min: 1, max: 150 }),
  description: paragraphs({ max: 2000 }),
  version: line({ min: 1, max: 50 }),
  projectStage: oneOf(['Preview', 'Current', 'Obsolete']),
  inputExample: optional(paragraphs()),
  responseExample: optional(paragraphs()),
  variables: arrayOf(
    input({ name: line({ pattern: variableName }), required: boolean(), default: optional(paragraphs()) }),
    { maxItems: 50 },
  ),
  systems: arrayOf(
    input({
      systemId: line({ min: 1, max: 200 }),
      systemType: oneOf(['Federation.Sql', 'Federation.Http']),
      required: oneOf(['Yes', 'No']),
    }),
    { maxItems: 10 },
  ),
  handler: source,
  entitySets: optional(
    arrayOf(
      input({
        name: identifier,
        key: arrayOf(identifier, { minItems: 1, maxItems: 8 }),
        properties: arrayOf(input({ name: identifier, type: oneOf(edmTypes), nullable: boolean() }), {
          minItems: 1,
          maxItems: 500,
        }),
        source,
      }),
      { minItems: 1, maxItems: 100 },
    ),
  ),
});
type Definition = Static<typeof definition>;
type GivenSource = Definition['handler'];

const isDefinition = (value: unknown): value is Definition => issuesOf(definition, value).length === 0;

/** Reads the packages of a folder. Throws with file and place where one is wrong. */
export function loadPackages(folder: string): readonly PackageDefinition[] {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => packageIn(join(folder, name), name));
  const names = [...builtInPackages, ...found].map(({ uniqueName }) => uniqueName);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`there are two packages '${twice}'`);
  return found;
}

function packageIn(path: string, file: string): PackageDefinition {
  const value = parsed(path, file);
  const [issue] = issuesOf(definition, value);
  if (issue !== undefined || !isDefinition(value)) {
    throw new Error(`${file}: ${issue?.target || 'the file'} ${issue ? issueMessage(issue) : 'is wrong'}`);
  }
  const fault = value.uniqueName === 'roles' ? 'uniqueName may not be "roles"' : faultOf(value);
  if (fault !== undefined) throw new Error(`${file}: ${fault}`);
  return packageOf(value);
}

function parsed(path: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`);
  }
}

function faultOf(value: Definition): string | undefined {
  const faults = (value.entitySets ?? []).map(({ key, properties, source: from }, at) => {
    const unknown = key.find((name) => !properties.some((one) => one.name === name && !one.nullable));
    const fault = unknown && `key names '${unknown}', which is no property that is never null`;
    const wrong = fault ?? faultIn(from, value, 'source');
    return wrong && `entitySets[${at}].${wrong}`;
  });
  return faultIn(value.handler, value, 'handler') ?? faults.find((one) => one !== undefined);
}

/** What a source lacks for its kind. */
function faultIn(given: GivenSource, { systems }: Definition, at: string): string | undefined {
  const needs = {
    sql: ['systemId', 'statement'],
    http: ['systemId', 'method', 'path'],
    file: ['file', 'format'],
  } as const;
  const lacking = needs[given.kind].find((name) => given[name] === undefined);
  if (lacking !== undefined) return `${at}.${lacking} is required`;
  if (given.kind === 'file') {
    const odd = given.format === 'csv' && given.resultPath !== undefined;
    return odd ? `${at}.resultPath is for JSON only` : undefined;
  }
  const type = given.kind === 'sql' ? 'Federation.Sql' : 'Federation.Http';
  const known = systems.some((one) => one.systemId === given.systemId && one.systemType === type);
  return known ? undefined : `${at}.systemId must be one of the systems, of type ${type}`;
}

const packageOf = ({ entitySets, handler, ...rest }: Definition): PackageDefinition => ({
  ...rest,
  handler: sourceOf(handler),
  ...(entitySets ? { entitySets: entitySets.map((set) => ({ ...set, source: sourceOf(set.source) })) } : {}),
});

function sourceOf({ kind, systemId = '', statement = '', method = 'GET', path = '', file = '', ...more }: GivenSource) {
  const { body, resultPath, format = 'json' } = more;
  const optionally = { ...(resultPath === undefined ? {} : { resultPath }) };
  if (kind === 'sql') return { kind, systemId, statement };
  if (kind === 'file') return { kind, file, format, ...optionally } as const;
  return { kind, systemId, method, path, ...(body === undefined ? {} : { body }), ...optionally };
}

const subscriptions = Type.Record(Type.String(), Type.Array(Type.String()));

/** `{ "<organization id or *>": ["<uniqueName or *>"] }` */
export function readSubscriptions(text: string): Subscriptions {
  const value: unknown = JSON.parse(text);
  const isOne = (given: unknown): given is Subscriptions =>
    isRecord(given) && issuesOf(subscriptions, given).length === 0;
  if (!isOne(value)) throw new Error('must be JSON such as {"*": ["TWIN_MODELS"]}');
  return value;
}
