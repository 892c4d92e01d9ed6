import type { Detail } from '../../../api/http/problem.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { GivenAssignee, GivenContent, Known } from './changes.ts';
import type { Assignee, Content } from './content.ts';

type Who = Pick<Ports, 'access' | 'people'>;

/** Asks of each only once who that is. */
export type Naming = (given: GivenAssignee) => Promise<Assignee | undefined>;

/**
 * Names of those who are responsible, as the server knows them: members of the twin and its roles. Anybody else is
 * called as the request says; undefined when it does not, so that nobody learns names of strangers by their ids.
 */
export function namingIn(db: Reader, twinId: string, ports: Who): Naming {
  const known = new Map<string, Promise<Omit<Assignee, 'id'> | undefined>>();
  return async (given) => {
    const id = given.id.toLowerCase();
    const found = known.get(id) ?? knownIn(db, twinId, id, ports);
    known.set(id, found);
    const name = await found;
    if (name) return { id, ...name };
    if (!given.displayName) return undefined;
    return { id, displayName: given.displayName, isRole: given.isRole === true };
  };
}

async function knownIn(db: Reader, twinId: string, id: string, { access, people }: Who) {
  const role = await access.roles.find(db, twinId, id);
  if (role) return { displayName: role.displayName, isRole: true };
  const [user] = await people.byIds(db, [id]);
  const theirs = user && (await access.ofUser(db, id, twinId));
  const belongs = theirs?.member || theirs?.owner || theirs?.administrator;
  return user && belongs ? { displayName: user.displayName, isRole: false } : undefined;
}

export interface Named {
  readonly known: Known;
  readonly faults: readonly Detail[];
}

const missing = (target: string): Detail => ({
  code: 'MissingRequiredProperty',
  message: 'Required property is missing.',
  target,
});

/** Who the assignees of a request are. Those whom the form has already need no name. */
export async function namedAssignees(given: GivenContent, former: Content, naming: Naming): Promise<Named> {
  const faults: Detail[] = [];
  const stored = [...(former.assignee ? [former.assignee] : []), ...(former.assignees ?? [])];
  const nameOf = async (one: GivenAssignee, target: string): Promise<Assignee | undefined> => {
    const named = (await naming(one)) ?? stored.find(({ id }) => id === one.id.toLowerCase());
    if (named === undefined) faults.push(missing(`${target}.displayName`));
    return named;
  };
  const first = given.assignee && (await nameOf(given.assignee, 'assignee'));
  const all: Assignee[] = [];
  for (const [at, one] of (given.assignees ?? []).entries()) {
    const named = await nameOf(one, `assignees[${at}]`);
    if (named) all.push(named);
  }
  return {
    faults,
    known: {
      ...(given.assignee === undefined ? {} : { assignee: first ?? null }),
      ...(given.assignees === undefined ? {} : { assignees: given.assignees === null ? null : all }),
    },
  };
}
