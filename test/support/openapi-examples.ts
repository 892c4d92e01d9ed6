import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord, membersOf } from '../../src/std/records.ts';

type Members = Readonly<Record<string, unknown>>;

/** What OpenAPI 3.0 says in words of its own, `nullable` and exclusive bounds, in those of JSON Schema. */
function plainSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchema);
  if (!isRecord(value)) return value;
  const { nullable, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = value;
  const bounds = {
    ...(minimum === undefined ? {} : { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
  const members = Object.entries({ ...rest, ...bounds }).map(([name, one]) => [name, plainSchema(one)]);
  const schema = Object.fromEntries(members);
  return nullable === true ? { anyOf: [{ enum: [null] }, schema] } : schema;
}

interface Shown {
  readonly where: string;
  readonly schema: unknown;
  readonly value: unknown;
}

function shownIn(where: string, content: unknown): Shown[] {
  return Object.entries(membersOf(content)).flatMap(([type, media]): Shown[] => {
    const { schema, example, examples } = membersOf(media);
    const named = Object.entries(membersOf(examples)).map(([name, one]) => [name, membersOf(one).value] as const);
    const all = example === undefined ? named : [['example', example] as const, ...named];
    return all.map(([name, value]) => ({ where: `${where} ${type} ${name}`, schema, value }));
  });
}

function examplesIn(document: Members): Shown[] {
  return Object.values(membersOf(document.paths)).flatMap((path) =>
    Object.values(membersOf(path)).flatMap((operation): Shown[] => {
      const { operationId, requestBody, responses } = membersOf(operation);
      const answers = Object.entries(membersOf(responses));
      return [
        ...shownIn(`${operationId} body`, membersOf(requestBody).content),
        ...answers.flatMap(([status, answer]) => shownIn(`${operationId} ${status}`, membersOf(answer).content)),
      ];
    }),
  );
}

/** What is wrong with the examples of an OpenAPI document by its own schemas, as an independent validator sees it. */
export function faultsOfExamples(document: Members): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: plainSchema(document.components) } as object);
  const checks = new Map<string, ValidateFunction>();
  return examplesIn(document).flatMap(({ where, schema, value }) => {
    const text = JSON.stringify(plainSchema(schema)).replaceAll('"#/components/', '"document#/components/');
    const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
    checks.set(text, check);
    return check(value) ? [] : [`${where}: ${ajv.errorsText(check.errors).slice(0, 200)}`];
  });
}
