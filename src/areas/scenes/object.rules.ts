import type { RawInput } from '../../kernel/http/endpoint.ts';
import type { Detail } from '../../kernel/http/problem.ts';
import { issuesOf, trimmed } from '../../kernel/schema/validator.ts';
import { fault, faultsAt } from './body.rules.ts';
import { type Kind, kindNames, kindOf, onlyVersion } from './kinds/kinds.ts';
import { objectCreate, objectUpdate } from './scene.schema.ts';

/** Bytes of the JSON text of one object's data. */
const mostDataBytes = 2 ** 20;

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Faults of data that is an object, by the rules of its kind. */
export function dataFaults(kind: Kind, data: Members, path: string): Detail[] {
  if (Buffer.byteLength(JSON.stringify(data)) > mostDataBytes) return [fault(path, 'must have at most 1 MiB')];
  const faults = faultsAt(path, issuesOf(kind.data, data));
  return faults.length > 0 ? faults : (kind.check?.(data) ?? []).map((one) => fault(`${path}.${one.name}`, one.demand));
}

/** What the shape of a new object cannot say: its kind, version, data and what it styles. */
function newObjectFaults(value: unknown, path: string): Detail[] {
  if (!isObject(value) || typeof value.kind !== 'string') return [];
  const { kind: name, version, data, relatedId } = value;
  const kind = kindOf(name);
  if (kind === undefined) return [fault(`${path}.kind`, `must be one of ${kindNames.join(', ')}`)];
  const faults: Detail[] = [];
  if (typeof version === 'string' && version !== onlyVersion) {
    return [fault(`${path}.version`, `must be ${onlyVersion}`)];
  }
  if (isObject(data)) faults.push(...dataFaults(kind, data, `${path}.data`));
  if (kind.stylesResource && relatedId === undefined)
    faults.push(fault(`${path}.relatedId`, 'is required for this kind'));
  if (!kind.stylesResource && relatedId !== undefined) {
    faults.push(fault(`${path}.relatedId`, 'must not be given for this kind'));
  }
  return faults;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

/** Faults of `objects` of a body, or of its `sceneData`. */
export const checkObjects = ({ body }: RawInput): Detail[] =>
  listOf(membersOf(body).objects).flatMap((one, at) => newObjectFaults(one, `objects.${at}`));

export const checkSceneObjects = ({ body }: RawInput): Detail[] => {
  const { objects } = membersOf(membersOf(body).sceneData);
  return listOf(objects).flatMap((one, at) => newObjectFaults(one, `sceneData.objects.${at}`));
};

/** Faults of the operations of a bulk change, whose parts depend on `op`. */
export const checkOperations = ({ body }: RawInput): Detail[] =>
  listOf(membersOf(body).operations).flatMap((one, at) => operationFaults(membersOf(one), `operations.${at}`));

function operationFaults({ op, id, payload }: Members, path: string): Detail[] {
  if (op !== 'add' && op !== 'update' && op !== 'remove') return []; // told by the shape of the whole
  const faults = op !== 'add' && id === undefined ? [fault(`${path}.id`, 'is required and must not be empty')] : [];
  if (op === 'remove') return faults;
  if (payload === undefined) return [...faults, fault(`${path}.payload`, 'is required and must not be empty')];
  const shape = op === 'add' ? objectCreate : objectUpdate;
  const given = trimmed(shape, payload);
  faults.push(...faultsAt(`${path}.payload`, issuesOf(shape, given)));
  const told = new Set(faults.map(({ target }) => target));
  const further = op === 'add' ? newObjectFaults(given, `${path}.payload`) : [];
  return [...faults, ...further.filter(({ target }) => !told.has(target))];
}
