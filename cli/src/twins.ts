import { isObject, type Members } from './body.ts';
import { exits, Failure, wrongCall } from './failure.ts';
import { type Io, tell } from './io.ts';
import type { Twins } from './request.ts';
import type { Session } from './session.ts';
import { harmless } from './text.ts';
import { isUuid } from './values.ts';

/** Twins by what people call them: id, name or number. */
export function twinsOf(io: Io, session: () => Promise<Session>): Twins {
  const found = new Map<string, Promise<string>>();
  const idOf = (given: string): Promise<string> => {
    if (isUuid(given)) return Promise.resolve(given);
    const known = found.get(given) ?? lookUp(given, session);
    found.set(given, known);
    return known;
  };
  return {
    idOf,
    async fallback() {
      const { settings } = await session();
      const { twin } = settings;
      if (twin === undefined) return undefined;
      if (twin.by === 'profile' && io.stderr.isTerminal) {
        await tell(io, `Twin: ${harmless(settings.profile?.twin?.name ?? '')} (profile ${settings.profileName})`);
      }
      return idOf(twin.given);
    },
    async asked() {
      const { twin } = (await session()).settings;
      return twin?.by === 'flag' ? idOf(twin.given) : undefined;
    },
  };
}

/** The twin that was named for a call; ends the command where none was. */
export async function namedTwin(twins: Pick<Twins, 'fallback'>): Promise<string> {
  const id = await twins.fallback();
  if (id === undefined) throw wrongCall('Name a twin: --twin <id|name>, or once: twin use <twin>.');
  return id;
}

/** Compared with name and number of the caller's twins, without case. */
async function lookUp(given: string, session: () => Promise<Session>): Promise<string> {
  const matches = await twinsNamed(given, await session());
  const [only] = matches;
  if (only === undefined) throw new Failure(exits.notFound, `You have no twin called "${given}".`);
  if (matches.length > 1)
    throw wrongCall(
      `There are several twins called "${given}". Name one by its id:`,
      matches.map((one) => `  ${one.id}  ${one.displayName}`),
    );
  return String(only.id);
}

/** The caller's twins with this name or number, those of a further page, too. */
export async function twinsNamed(given: string, session: Session): Promise<Members[]> {
  const wanted = given.toLowerCase();
  const matches: Members[] = [];
  const search = encodeURIComponent(given);
  let next: string | undefined = `/twins/?$search=${search}&$top=1000&includeInactive=true`;
  while (next !== undefined) {
    const body = await session.json('GET', next, { Accept: 'application/vnd.vendor.twin-platform.v1+json' });
    const twins = Array.isArray(body.twins) ? body.twins.filter(isObject) : [];
    matches.push(
      ...twins.filter(({ displayName, number }) =>
        [displayName, number].some((one) => typeof one === 'string' && one.toLowerCase() === wanted),
      ),
    );
    next = nextOf(body);
  }
  return matches;
}

/** The address of the next page, whatever the style of the list. */
export function nextOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const data = body['@odata.nextLink'];
  if (typeof data === 'string') return data;
  const next = isObject(body._links) ? body._links.next : undefined;
  return isObject(next) && typeof next.href === 'string' ? next.href : undefined;
}
