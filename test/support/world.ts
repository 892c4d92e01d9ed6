import type { Endpoint } from '../../src/api/http/endpoint.ts';
import { type Person, type Platform, requireSuccess } from './platform.ts';
import type { Making, Society } from './world-part.ts';
import { worldParts, worldTable } from './world-parts.ts';

/** A twin in which there is something of everything. Each thing is made through the API when it is first asked for. */
export interface World {
  readonly p: Platform;
  readonly society: Society;
  idOf(thing: string): Promise<string>;
  /** Real values of an operation's path parameters, with everything else that it needs to succeed. */
  paramsOf(endpoint: Endpoint): Promise<Readonly<Record<string, string>>>;
  /** Makes a person of the organization a member of the twin, or of its Account, with a role that has these permissions. */
  admit(person: Person, permissions: readonly string[], to?: 'twin' | 'account' | 'sandbox'): Promise<void>;
  admitOwner(person: Person, of?: 'twin' | 'sandbox'): Promise<void>;
  /** Makes everything now. */
  complete(): Promise<void>;
  /** The ids of all that was made. */
  ids(): Promise<Readonly<Record<string, string>>>;
}

const makers = worldTable('things');
const shared = new Set(worldParts.flatMap((part) => part.shared ?? []));

/** Whether a thing is the same in both modes. */
export const isShared = (thing: string): boolean => shared.has(thing);

function makerOf(thing: string) {
  const maker = makers[thing];
  if (maker === undefined) throw new Error(`The world has no ${thing}.`);
  return maker;
}

export async function newSociety(p: Platform, organizationId?: string): Promise<Society> {
  const own = organizationId ?? (await p.organization());
  const roles = ['account_administrator'];
  const [administrator, coOwner, colleague, service, guest] = await Promise.all([
    p.person({ organizationId: own, roles }),
    p.person({ organizationId: own }),
    p.person({ organizationId: own }),
    p.person({ organizationId: own, roles, service: true }),
    p.person(),
  ]);
  const account = await p.call(administrator, 'GET /twins/myprimaryaccount');
  const accountId: string = requireSuccess(account).twin.id;
  return { organizationId: own, accountId, administrator, coOwner, colleague, service, guest };
}

/** `both`: a world of the same society in the other mode, which has what both modes share. */
export function newWorld(p: Platform, society: Society, both?: World): World {
  const made = new Map<string, Promise<string>>();
  const making: Making = {
    p,
    society,
    make: async (operation, body, who = society.administrator) =>
      requireSuccess(await p.call(who, operation, body === undefined ? {} : { body })),
    idOf(thing) {
      const id = made.get(thing) ?? (both && isShared(thing) ? both.idOf(thing) : makerOf(thing)(making));
      made.set(thing, id);
      return id;
    },
  };
  const { idOf, make } = making;
  const { administrator } = society;
  const inCharge = async (of: string) =>
    of === 'sandbox' ? ((await administrator.inTestMode?.()) ?? administrator) : administrator;
  const members = async (of = 'twin') => `POST /accesscontrol/twins/${await idOf(of)}/members`;
  return {
    p,
    society,
    idOf,
    async paramsOf(endpoint) {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const image = endpoint.path.startsWith('/savedviews') ? 'viewImage' : 'image';
      if (endpoint.path.endsWith('/image') && endpoint.method !== 'PUT') await idOf(image);
      const values = names.map(async (name) => [name, await idOf(thingOf(endpoint, name))] as const);
      return Object.fromEntries(await Promise.all(values));
    },
    async admit(person, permissions, to = 'twin') {
      const who = await inCharge(to);
      const body = { displayName: 'Of one member', description: 'For a test', permissions };
      const { role } = await make(`POST /accesscontrol/twins/${await idOf(to)}/roles`, body, who);
      await make(`${await members(to)}/users`, { members: [{ email: person.email, roleIds: [role.id] }] }, who);
    },
    async admitOwner(person, of = 'twin') {
      await make(`${await members(of)}/owners`, { email: person.email }, await inCharge(of));
    },
    async complete() {
      await Promise.all(Object.keys(makers).map(idOf));
    },
    async ids() {
      const known = [...made].map(async ([thing, id]) => [thing, await id] as const);
      return Object.fromEntries(await Promise.all(known));
    },
  };
}

function thingOf({ path }: Endpoint, name: string): string {
  for (const part of worldParts) {
    const thing = part.thingOf?.(path, name);
    if (thing !== undefined) return thing;
  }
  throw new Error(`The world knows nothing for {${name}} of ${path}.`);
}

export const pathWith = (endpoint: Endpoint, params: Readonly<Record<string, string>>): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '');
