import { answerOf, platform } from '../platform/client.ts';
import type { System, Timer } from './queries.ts';

const api = platform.federation;

/** The one package role that there is; its id is the same on every server. */
async function executeRoleId(): Promise<string> {
  const { packageRoles } = await answerOf(api.GET('/federation/packages/roles'));
  return packageRoles[0]?.roleId ?? '';
}

/** Lets a role of a twin use a package, or no longer. */
export async function letUse(twinId: string, uniqueName: string, roleId: string, may: boolean): Promise<void> {
  const params = { path: { twinId, uniqueName } };
  if (may) {
    const body = { assignments: [{ twinRoleId: roleId, packageRoleIds: [await executeRoleId()] }] };
    await answerOf(api.POST('/federation/twins/{twinId}/packages/{uniqueName}/roles', { params, body }));
  } else {
    const at = '/federation/twins/{twinId}/packages/{uniqueName}/roles/remove-twin-roles';
    await answerOf(api.PUT(at, { params, body: { twinRoleIds: [roleId] } }));
  }
}

export interface SystemFields {
  readonly name: string;
  readonly systemId: string;
  readonly systemType: string;
  /** Absent: those that are stored stay. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** Stores a connection, or changes one. */
export async function saveSystem(twinId: string, id: string | undefined, fields: SystemFields): Promise<void> {
  const body = { ...fields, ...(fields.credentials ? { credentials: { ...fields.credentials } } : {}) };
  if (id === undefined) {
    await answerOf(api.POST('/federation/twins/{twinId}/systems', { params: { path: { twinId } }, body }));
  } else {
    await answerOf(api.PUT('/federation/twins/{twinId}/systems/{id}', { params: { path: { twinId, id } }, body }));
  }
}

export const removeSystem = (twinId: string, { id }: System) =>
  answerOf(api.DELETE('/federation/twins/{twinId}/systems/{id}', { params: { path: { twinId, id } } }));

/** Connects with the stored credentials; tells what came of it. */
export const testSystem = (twinId: string, { id }: System) =>
  answerOf(api.POST('/federation/twins/{twinId}/systems/{id}/test', { params: { path: { twinId, id } } }));

export interface TimerFields {
  readonly name: string;
  readonly packageUniqueName: string;
  readonly cronStr: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

export async function createTimer(twinId: string, { parameters, ...fields }: TimerFields): Promise<Timer> {
  const body = { ...fields, parameters: [...parameters] };
  return answerOf(api.POST('/federation/twins/{twinId}/timers', { params: { path: { twinId } }, body }));
}

export const toggleTimer = (twinId: string, { id: timerId }: Timer) =>
  answerOf(api.PATCH('/federation/twins/{twinId}/timers/{timerId}/toggle', { params: { path: { twinId, timerId } } }));

export const removeTimer = (twinId: string, { id: timerId }: Timer) =>
  answerOf(api.DELETE('/federation/twins/{twinId}/timers/{timerId}', { params: { path: { twinId, timerId } } }));
