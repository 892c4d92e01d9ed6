import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../std/instant.ts';
import type { Assignee, Content, Properties } from './content.ts';
import { originNames } from './schema.ts';

/** An assignee as a request names them, before it is known who that is. */
export interface GivenAssignee {
  readonly id: string;
  readonly displayName?: string | null;
  readonly isRole?: boolean;
}

/** The members of a request that say what a form is to be; null sets back, absent leaves as it is. */
export interface GivenContent {
  readonly subject?: string | null;
  readonly description?: string | null;
  readonly dueDate?: string | null;
  readonly status?: string | null;
  readonly assignee?: GivenAssignee | null;
  readonly assignees?: readonly GivenAssignee[] | null;
  readonly properties?: Properties | null;
}

/** A request's assignees, once it is known who they are. */
export interface Known {
  readonly assignee?: Assignee | null;
  readonly assignees?: readonly Assignee[] | null;
}

const setTo = <T>(given: T | null | undefined, former: T | undefined): T | undefined =>
  given === undefined ? former : (given ?? undefined);

/** A content after a request, without what is calculated. */
export function applied(former: Content, given: GivenContent, known: Known): Content {
  const due = given.dueDate;
  return {
    subject: setTo(given.subject, former.subject),
    description: setTo(given.description, former.description),
    dueDate: setTo(typeof due === 'string' ? parseInstant(due) : due, former.dueDate),
    status: setTo(given.status, former.status),
    assignee: setTo(known.assignee, former.assignee),
    assignees: setTo(known.assignees, former.assignees),
    origin: merged(former.origin, onlyOrigin(given as Properties)),
    properties: merged(former.properties, given.properties ?? {}),
    calculationFaults: [],
  };
}

const onlyOrigin = (given: Properties): Properties =>
  Object.fromEntries(originNames.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]));

/** Keys are data, whatever they are called: nothing is assigned to an object by them. */
function merged(former: Properties, given: Properties): Properties {
  const result = new Map(Object.entries(former));
  for (const [key, value] of Object.entries(given)) {
    if (value === null) result.delete(key);
    else if (value !== undefined) result.set(key, value);
  }
  return Object.fromEntries(result);
}

/** The names of what differs: built-in members, `origin` members, and `properties.<key>`. */
export interface Changes {
  readonly builtIn: readonly ('subject' | 'description' | 'dueDate' | 'status' | 'assignee' | 'assignees')[];
  readonly origin: readonly string[];
  readonly keys: readonly string[];
}

const builtIns = ['subject', 'description', 'dueDate', 'status', 'assignee', 'assignees'] as const;

export const changesBetween = (former: Content, next: Content): Changes => ({
  builtIn: builtIns.filter((name) => !isDeepStrictEqual(former[name], next[name])),
  origin: differing(former.origin, next.origin),
  keys: differing(former.properties, next.properties),
});

export const isNothing = ({ builtIn, origin, keys }: Changes): boolean =>
  builtIn.length + origin.length + keys.length === 0;

function differing(former: Properties, next: Properties): string[] {
  const names = [...new Set([...Object.keys(former), ...Object.keys(next)])];
  const own = (of: Properties, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined);
  return names.filter((name) => !isDeepStrictEqual(own(former, name), own(next, name)));
}
