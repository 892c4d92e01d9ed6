import { setImmediate as breathe } from 'node:timers/promises';
import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { issuesOf, mostFaults, trimmed } from '../../../kernel/schema/validator.ts';
import { fault, faultsAt } from '../body/rules.ts';
import { type Kind, kindNames, kindOf, onlyVersion } from '../kinds/kinds.ts';
import { objectCreate, objectUpdate } from '../schema/scene.ts';

/** Bytes of the JSON text of one object's data. */
const mostDataBytes = 2 ** 20;
/** Larger data lets other requests have their turn first: a body full of expressions takes seconds to parse. */
const quickDataBytes = 2 ** 12;

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Faults of data that is an object, by the rules of its kind. */
export async function dataFaults(kind: Kind, data: Members, path: string): Promise<Detail[]> {
  if (Buffer.byteLength(JSON.stringify(data)) > quickDataBytes) await breathe();
  return kindFaults(kind, data, path);
}

/** The same at once. */
export function kindFaults(kind: Kind, data: Members, path: string): Detail[] {
  if (Buffer.byteLength(JSON.stringify(data)) > mostDataBytes) return [fault(path, 'must have at most 1 MiB')];
  const faults = faultsAt(path, issuesOf(kind.data, data));
  return faults.length > 0 ? faults : (kind.check?.(data) ?? []).map((one) => fault(`${path}.${one.name}`, one.demand));
}

/** What the shape of a new object cannot say: its kind, version, data and what it styles. */
async function newObjectFaults(value: unknown, path: string): Promise<Detail[]> {
  if (!isObject(value) || typeof value.kind !== 'string') return [];
  const { kind: name, data } = value;
  const kind = kindOf(name);
  if (kind === undefined) return [fault(`${path}.kind`, `must be one of ${kindNames.join(', ')}`)];
  const faults = versionFaults(value, path);
  if (faults.length > 0) return faults;
  const ofData = isObject(data) ? await dataFaults(kind, data, `${path}.data`) : [];
  return [...ofData, ...relationFaults(kind, value, path)];
}

function versionFaults({ version }: Members, path: string): Detail[] {
  const isKnown = typeof version !== 'string' || version === onlyVersion;
  return isKnown ? [] : [fault(`${path}.version`, `must be ${onlyVersion}`)];
}

/** Faults of an object that was made before, all of them at once. */
export function madeObjectFaults(object: Members): Detail[] {
  const kind = kindOf(String(object.kind));
  if (kind === undefined) return [fault('kind', `must be one of ${kindNames.join(', ')}`)];
  const ofData = isObject(object.data) ? kindFaults(kind, object.data, 'data') : [fault('data', 'must be an object')];
  return [...versionFaults(object, 'object'), ...ofData, ...relationFaults(kind, object, 'object')];
}

function relationFaults(kind: Kind, { relatedId }: Members, path: string): Detail[] {
  const faults: Detail[] = [];
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
export const checkObjects = ({ body }: RawInput): Promise<Detail[]> =>
  faultsOfEach(membersOf(body).objects, 'objects', newObjectFaults);

export const checkSceneObjects = ({ body }: RawInput): Promise<Detail[]> =>
  faultsOfEach(membersOf(membersOf(body).sceneData).objects, 'sceneData.objects', newObjectFaults);

/** Faults of the operations of a bulk change, whose parts depend on `op`. */
export const checkOperations = ({ body }: RawInput): Promise<Detail[]> =>
  faultsOfEach(membersOf(body).operations, 'operations', (one, path) => operationFaults(membersOf(one), path));

/** One after the other, so that a turn has to last for one of them only; until there are more faults than are told. */
async function faultsOfEach(
  list: unknown,
  name: string,
  faultsOf: (one: unknown, path: string) => Promise<Detail[]>,
): Promise<Detail[]> {
  const faults: Detail[] = [];
  for (const [at, one] of listOf(list).entries()) {
    faults.push(...(await faultsOf(one, `${name}.${at}`)));
    if (faults.length > mostFaults) break;
  }
  return faults;
}

async function operationFaults({ op, id, payload }: Members, path: string): Promise<Detail[]> {
  if (op !== 'add' && op !== 'update' && op !== 'remove') return []; // told by the shape of the whole
  const faults = op !== 'add' && id === undefined ? [fault(`${path}.id`, 'is required and must not be empty')] : [];
  if (op === 'remove') return faults;
  if (payload === undefined) return [...faults, fault(`${path}.payload`, 'is required and must not be empty')];
  const shape = op === 'add' ? objectCreate : objectUpdate;
  const given = trimmed(shape, payload);
  faults.push(...faultsAt(`${path}.payload`, issuesOf(shape, given)));
  const told = new Set(faults.map(({ target }) => target));
  const further = op === 'add' ? await newObjectFaults(given, `${path}.payload`) : [];
  return [...faults, ...further.filter(({ target }) => !told.has(target))];
}
