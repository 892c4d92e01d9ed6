import type { Endpoint } from '../../src/api/http/endpoint.ts';
import type { Person, RequestOptions } from '../support/platform.ts';
import { pathWith, type World } from '../support/world.ts';
import type { Mix, WorldPart } from '../support/world-part.ts';
import { worldParts, worldTable } from '../support/world-parts.ts';
import { contentOf, type Operation, queryOf } from '../support/world-requests.ts';

/** Somebody with a twin of their own. */
export interface Intruder {
  readonly person: Person;
  readonly own: World;
  readonly administrates: boolean;
  /** Of what in the other world they may know the ids. */
  readonly known: readonly string[];
}

/** A request with ids of a twin that its caller has no access to. */
interface Attempt {
  readonly call: string;
  readonly content: RequestOptions;
  readonly mix: Mix;
}

/** Tries everything, and tells of every answer that is not due or that gives an id away. */
export async function faultsOf(operation: Operation, theirs: World, intruder: Intruder): Promise<string[]> {
  const known = [...intruder.known, ...worldParts.flatMap((part) => part.open ?? [])];
  const knownIds = await Promise.all(known.map(theirs.idOf));
  const secrets = Object.values(await theirs.ids()).filter((id) => !knownIds.includes(id));
  const attempts = await attemptsOf(operation, theirs, intruder.own);
  const faults = attempts.map(async (attempt) => {
    const answer = await theirs.p.call(intruder.person, attempt.call, attempt.content);
    const given = attempt.call + JSON.stringify(attempt.content);
    const text = JSON.stringify(answer.body) + (answer.headers.get('location') ?? '');
    const learned = secrets.filter((secret) => !given.includes(secret) && text.includes(secret));
    if (answer.status === due(operation.endpoint, attempt, intruder) && learned.length === 0) return [];
    return [`${attempt.mix}: ${attempt.call} gave ${answer.status} ${text}, ${learned}`.slice(0, 400)];
  });
  return (await Promise.all(faults)).flat();
}

/** Every way to put their ids into a request of this operation. */
async function attemptsOf({ endpoint, prefix }: Operation, theirs: World, own: World): Promise<Attempt[]> {
  const [theirParams, ownParams] = [await theirs.paramsOf(endpoint), await own.paramsOf(endpoint)];
  const [theirContent, ownContent] = [await contentOf(endpoint, theirs), await contentOf(endpoint, own)];
  const call = async (params: Readonly<Record<string, string>>, world: World) =>
    `${endpoint.method} ${prefix}${pathWith(endpoint, params)}${await queryOf(endpoint, world)}`;
  const names = Object.keys(theirParams);
  const all = await call(theirParams, theirs);
  const theirIds = Object.values(await theirs.ids());
  const mentions = (content: object) => theirIds.some((id) => JSON.stringify(content).includes(id));
  const tellsOfThem = names.length > 0 || mentions(theirContent) || theirIds.some((id) => all.includes(id));
  if (!tellsOfThem) return endpoint.method === 'GET' ? [{ call: all, content: {}, mix: 'none' }] : [];
  const attempts: Attempt[] = [{ call: all, content: theirContent, mix: 'all' }];
  for (const some of mixesOf(names)) {
    const params = { ...ownParams, ...Object.fromEntries(some.map((name) => [name, theirParams[name] ?? ''])) };
    const mix = some.includes(names[0] ?? '') ? 'own ids in their twin' : 'ids in own twin';
    attempts.push({ call: await call(params, own), content: ownContent, mix });
  }
  if (names.length > 0 && mentions(theirContent)) {
    attempts.push({ call: await call(ownParams, own), content: theirContent, mix: 'body' });
  }
  return attempts;
}

/** The sets of names that are neither empty nor all of them. */
function mixesOf(names: readonly string[]): string[][] {
  const last = 2 ** names.length - 1;
  const masks = Array.from({ length: Math.max(0, last - 1) }, (_, at) => at + 1);
  return masks.map((mask) => names.filter((_, at) => mask & (2 ** at)));
}

/** 404 is due, but where the API files state otherwise. */
export function due(
  { id, path }: Pick<Endpoint, 'id' | 'path'>,
  { mix }: Pick<Attempt, 'mix'>,
  { administrates }: Pick<Intruder, 'administrates'>,
): number {
  if (id.startsWith('webhooks.') && !administrates) return 403;
  if (id.startsWith('audit.') && !administrates) return 403;
  // Only accounts have these: colleagues see the account, but do not administer it.
  if (path.includes('/groups/{groupId}/invitations') && !administrates) return 403;
  for (const part of worldParts) {
    const status = part.due?.(id, mix, administrates);
    if (status !== undefined) return status;
  }
  return mix === 'none' ? 200 : (stated[id]?.[mix] ?? 404);
}

const stated: Required<WorldPart>['stated'] = {
  ...worldTable('stated'),
  // Open to everybody; empty without access.
  'accessControl.getMyTwinPermissions': { all: 200 },
  // Knows the users of the own organization only.
  'users.getUsersByIds': { all: 200 },
  // Another user's invitation; a member is answered 204 whatever the id.
  'accessControl.acceptTwinMemberInvitation': { all: 403, 'ids in own twin': 204 },
  // An unknown repository or resource has an empty list.
  'twins.getRepositoryResourceGraphics': { 'ids in own twin': 200 },
  // Whether roles are known is found out while it runs.
  'accessControl.createTwinJob': { body: 201 },
};
