import assert from 'node:assert/strict';
import type { Answer, Person, Platform } from '../support/platform.ts';
import { newSociety, newWorld, pathWith, type World } from '../support/world.ts';
import type { Society } from '../support/world-part.ts';
import { contentOf, type Operation, operationsOf, queryOf } from '../support/world-requests.ts';
import { type CallerName, callers, cannotSucceed, exceptions, heldBy, verdictOf } from './permission-rules.ts';

/** A world for all who are refused, which thereby stays as it is, and for all who only read. */
export interface Matrix {
  readonly p: Platform;
  readonly society: Society;
  readonly world: World;
  readonly allPermissions: readonly string[];
  readonly operations: ReadonlyMap<string, Operation>;
  /** The administrator without a token, and with tokens that do not count. */
  readonly unauthenticated: readonly (readonly [string, Person | undefined])[];
  /** People of the world by name and permissions. */
  readonly people: Map<string, Promise<Person>>;
}

export async function openMatrix(p: Platform): Promise<Matrix> {
  const society = await newSociety(p);
  const { body } = await p.call(society.administrator, 'GET /accesscontrol/twins/permissions');
  return {
    p,
    society,
    world: newWorld(p, society),
    allPermissions: body.permissions,
    operations: new Map(operationsOf(p).map((operation) => [operation.endpoint.id, operation])),
    unauthenticated: await badTokensOf(p, society.administrator),
    people: new Map(),
  };
}

/** Lets everybody call an operation; tells every answer that is not due. */
export async function differencesOf(matrix: Matrix, id: string): Promise<string[]> {
  const operation = matrix.operations.get(id);
  assert.ok(operation, id);
  const answers = await Promise.all([
    ...callers.map((caller) => differenceOf(matrix, operation, caller)),
    ...matrix.unauthenticated.map(async ([name, person]) => {
      const answer = await request(operation, person, matrix.world);
      const code = person === undefined ? 'HeaderNotFound' : 'Unauthorized';
      return answer.status === 401 && isCode(answer, code) ? undefined : told(name, 401, answer);
    }),
  ]);
  return answers.filter((difference) => difference !== undefined);
}

async function differenceOf(matrix: Matrix, operation: Operation, caller: CallerName): Promise<string | undefined> {
  const { endpoint } = operation;
  const verdict = verdictOf(endpoint, caller);
  const changes = verdict === 'passes' && endpoint.method !== 'GET';
  const world = changes ? newWorld(matrix.p, matrix.society) : matrix.world;
  const answer = await request(operation, await personFor(matrix, operation, caller, world), world);
  if (verdict === 'passes') {
    const succeeded = answer.status < 400 || answer.status === cannotSucceed[endpoint.id];
    return succeeded ? undefined : told(caller, verdict, answer);
  }
  const refused = answer.status === verdict && (verdict === 404 || isCode(answer, 'InsufficientPermissions'));
  return refused ? undefined : told(caller, verdict, answer);
}

/** The person of that name, admitted to the world. In the common world those with the same rights are the same. */
function personFor(matrix: Matrix, { endpoint }: Operation, caller: CallerName, world: World): Promise<Person> {
  const held = caller.startsWith('member') ? heldBy(endpoint, caller, matrix.allPermissions) : [];
  const at = exceptions[endpoint.id]?.at ?? 'twin';
  const key = `${caller} ${at} ${held}`;
  const known = world === matrix.world ? matrix.people.get(key) : undefined;
  const person = known ?? newPerson(matrix, caller, { held, at }, world);
  if (world === matrix.world) matrix.people.set(key, person);
  return person;
}

/** What a member may, and where. */
interface Held {
  readonly held: readonly string[];
  readonly at: 'twin' | 'account' | 'sandbox';
}

async function newPerson({ p, society }: Matrix, caller: CallerName, { held, at }: Held, world: World) {
  const { organizationId, administrator } = society;
  if (caller === 'organization administrator') return administrator;
  if (caller === 'stranger') return p.person({ organizationId: await p.organization() });
  const person = await p.person({ organizationId, service: caller === 'unknown service application' });
  if (caller === 'owner') await world.admitOwner(person, at === 'sandbox' ? at : 'twin');
  if (caller.startsWith('member')) await world.admit(person, held, at);
  return person;
}

/** Ids of the operations that read something of the twin for somebody who is a member of it, without any permission. */
export async function readByPlainMember(matrix: Matrix): Promise<string[]> {
  const { p, society, world } = matrix;
  const person = await p.person({ organizationId: society.organizationId });
  await world.admit(person, []);
  const found: string[] = [];
  for (const operation of matrix.operations.values()) {
    if (operation.endpoint.method !== 'GET') continue;
    if ((await request(operation, person, world)).status < 400) found.push(operation.endpoint.id);
  }
  return found;
}

/** A request that succeeds for those who may make it. */
async function request({ endpoint, prefix }: Operation, who: Person | undefined, world: World): Promise<Answer> {
  const path = prefix + pathWith(endpoint, await world.paramsOf(endpoint)) + (await queryOf(endpoint, world));
  return world.p.call(who, `${endpoint.method} ${path}`, await contentOf(endpoint, world));
}

const isCode = (answer: Answer, code: string): boolean => answer.body.error?.code === code;

const told = (caller: string, due: string | number, { status, body }: Answer): string =>
  `${caller}: ${due} was due, not ${status} ${JSON.stringify(body)}`.slice(0, 300);

async function badTokensOf(p: Platform, administrator: Person): Promise<Matrix['unauthenticated']> {
  const { userId, clientId } = administrator;
  const person = { ...administrator, inTestMode: undefined };
  const revoked = await p.tokenOf(userId, clientId);
  const fields = new URLSearchParams({ token: revoked, client_id: clientId });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await p.call(undefined, 'POST /auth/connect/revocation', { body: fields.toString(), headers });
  assert.equal(answer.status, 200);
  const changed = async (change: Readonly<Record<string, unknown>>) => ({
    ...person,
    token: await p.tokenOf(userId, clientId, change),
  });
  return [
    ['no token', undefined],
    ['expired token', await changed({ exp: Math.floor(Date.now() / 1000) - 3600 })],
    ['revoked token', { ...person, token: revoked }],
    ['wrong issuer', await changed({ iss: 'https://elsewhere.example.com' })],
    ['missing scope', await changed({ scope: ['openid'] })],
  ];
}
