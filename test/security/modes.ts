import type { Endpoint } from '../../src/api/http/endpoint.ts';
import type { Answer, Person, Platform } from '../support/platform.ts';
import { isShared, newSociety, newWorld, pathWith, type World } from '../support/world.ts';
import { worldParts, worldTable } from '../support/world-parts.ts';
import { contentOf, type Operation, queryOf } from '../support/world-requests.ts';
import { due } from './object-level.ts';

/** A world in each mode, of one organization; what belongs to no twin is the same in both. */
export interface BothModes {
  readonly production: World;
  readonly test: World;
  /** The administrator of both, by either kind of token. */
  readonly inProduction: Person;
  readonly inTest: Person;
}

export async function openBoth(p: Platform): Promise<BothModes> {
  const society = await newSociety(p);
  const { administrator, service } = society;
  const inTest = await testing(administrator);
  const production = newWorld(p, society);
  const testSociety = { ...society, administrator: inTest, service: await testing(service) };
  const test = newWorld(p, testSociety, production);
  await production.complete();
  await test.complete();
  return { production, test, inProduction: { ...administrator, inTestMode: undefined }, inTest };
}

async function testing(person: Person): Promise<Person> {
  const found = await person.inTestMode?.();
  if (found === undefined) throw new Error('Nobody can ask in test mode.');
  return found;
}

/** What is asked of the other mode. */
export interface Asked {
  readonly status: number;
  readonly code: unknown;
  readonly detail: unknown;
  /** Ids of the world that the answer gives away. */
  readonly learned: readonly string[];
  readonly text: string;
}

/** Ids of a world that are of one of its twins, and thereby of its mode. */
export async function idsOfTwins(world: World): Promise<string[]> {
  const ids = Object.entries(await world.ids());
  const others = ids.filter(([thing]) => isShared(thing) || open.includes(thing)).map(([, id]) => id);
  return ids.map(([, id]) => id).filter((id) => !others.includes(id));
}

/** What is there for everybody, and people. */
const open = ['member', 'coOwner', ...worldParts.flatMap((part) => part.open ?? [])];

/** The log of an organization tells in both modes that there is a sandbox, and nothing of what is in it. */
const withoutSandboxes = ({ id }: Pick<Endpoint, 'id'>, body: Answer['body']) =>
  id === 'audit.getEntries'
    ? body.entries.filter((entry: { about: { type: string } }) => entry.about.type !== 'Sandbox')
    : body;

/** A request with the ids of a world. */
export interface Asking {
  /** Whether it names anything of a twin of the world. */
  readonly names: boolean;
  by(who: Person): Promise<Asked>;
}

export async function askFor({ endpoint, prefix }: Operation, world: World): Promise<Asking> {
  const path = prefix + pathWith(endpoint, await world.paramsOf(endpoint)) + (await queryOf(endpoint, world));
  const content = await contentOf(endpoint, world);
  const given = path + JSON.stringify(content);
  const ids = await idsOfTwins(world);
  return {
    names: ids.some((id) => given.includes(id)),
    async by(who) {
      const answer = await world.p.call(who, `${endpoint.method} ${path}`, content);
      const text = JSON.stringify(withoutSandboxes(endpoint, answer.body)) + (answer.headers.get('location') ?? '');
      const learned = ids.filter((id) => !given.includes(id) && text.includes(id));
      const { code, details } = answer.body?.error ?? {};
      return { status: answer.status, code, detail: details?.[0]?.code, learned, text: text.slice(0, 300) };
    },
  };
}

/** What strangers to a twin may do, where it exists. */
const unseen = ['accessControl.acceptTwinMemberInvitation', 'accessControl.getMyTwinPermissions'];

/** What is due for ids of a twin that the caller has no access to, and of one that is not there. */
export const dueTo = (endpoint: Pick<Endpoint, 'id' | 'path'>): number =>
  unseen.includes(endpoint.id) ? 404 : due(endpoint, { mix: 'all' }, { administrates: true });

/** What only administrators of an Account read: nobody is one in test mode. */
export const forAdministrators: readonly string[] = ['accessControl.getTwinGroupInvitations'];

/** Changes outside of twins that test tokens may do. */
export const free: readonly string[] = [
  'twins.createExport', // of the twins that the caller sees
  'archives.createImport', // a file of the caller's own, seen in the same mode only
  'users.getUsersByIds', // reads
  'surveys.readSystem',
  'surveys.transformPoints',
  'realityAnalysis.tryDetectorVersion',
  'realityAnalysis.describeDetectorVersion',
];

export const cannotSucceed: Readonly<Record<string, number>> = worldTable('cannotSucceed');
