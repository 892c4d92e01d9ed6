import type { IncomingMessage } from 'node:http';
import findMyWay from 'find-my-way';
import { mediaOf } from './answers.ts';
import type { Api } from './endpoint.ts';
import type { Route, Served } from './exchange.ts';
import type { Names } from './words.ts';

export const longestUrl = 8192;

export interface RouterOptions {
  readonly apis: readonly Api[];
  readonly authUrl: string;
  /** The same operations by other paths, in words of the table of names. */
  readonly names?: Pick<Names, 'addressOf'> | undefined;
}

/** What the router found: an operation's route, the methods of a known path, or that the request is unreadable. */
export interface Found {
  readonly route?: Route;
  readonly allow: string;
  readonly params: Record<string, string>;
  /** The path is one of the table of names. */
  readonly named?: true;
  readonly testOnly?: true;
  readonly bad?: true;
}

const noRoute: Found = { allow: '', params: {} };
export const unreadable: Found = { ...noRoute, bad: true };
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Routes = ReadonlyMap<string, Route>;

/** What the tree holds for a path. */
interface Place {
  readonly routes: Routes;
  readonly allow: string;
  readonly named?: true;
  readonly testOnly?: true;
}

/**
 * Literal segments without case, a trailing slash as none, a literal before a placeholder whatever the method: the
 * tree knows paths only, and each path its methods.
 */
export function routerOf(options: RouterOptions): (request: IncomingMessage) => Found {
  const tree = findMyWay({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: longestUrl });
  for (const [path, routes] of routesOf(options)) {
    tree.on('GET', inTree(path), () => {}, placeOf(routes));
    const named = options.names?.addressOf(path);
    if (named !== undefined) tree.on('GET', inTree(named), () => {}, { ...placeOf(routes), named: true });
  }
  return ({ method = 'GET', url = '/' }) => {
    const path = url.split('?', 1)[0] ?? '/';
    if (!isDecodable(path)) return unreadable;
    const found = methods.has(method) ? tree.find('GET', path) : null;
    if (found === null) return noRoute;
    const { routes, allow, named, testOnly }: Place = found.store;
    const route = routes.get(method);
    const params = found.params as Record<string, string>;
    const more = { ...(named ? { named } : {}), ...(testOnly ? { testOnly } : {}) };
    return { ...(route ? { route } : {}), allow, params, ...more };
  };
}

const inTree = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

function routesOf({ apis, authUrl }: RouterOptions): [path: string, Routes][] {
  const shapes = new Map<string, [path: string, routes: Map<string, Route>]>();
  const authPath = new URL(authUrl).pathname.replace(/\/$/, '');
  for (const api of apis) {
    for (const endpoint of api.endpoints) {
      const path = ((api.at === 'auth' ? authPath : '') + endpoint.path).replace(/(?<=.)\/$/, '');
      const shape = path.replaceAll(/\{\w+\}/g, '{}').toLowerCase();
      const [known, routes] = shapes.get(shape) ?? [path, new Map<string, Route>()];
      if (known !== path) throw new Error(`${path} and ${known} name their parameters differently.`);
      const { versions } = routes.get(endpoint.method) ?? {};
      if (versions?.has(api.version)) throw new Error(`${endpoint.method} ${path} is declared twice.`);
      routes.set(endpoint.method, routeOf([...(versions?.values() ?? []), { api, endpoint }]));
      shapes.set(shape, [path, routes]);
    }
  }
  return [...shapes.values()];
}

function routeOf(served: readonly Served[]): Route {
  const newest = served.reduce((one, other) => (other.api.version > one.api.version ? other : one));
  return {
    versions: new Map(served.map((one) => [one.api.version, one])),
    newest: newest.api.version,
    media: mediaOf(newest.endpoint),
  };
}

function placeOf(routes: Routes): Place {
  const head = headOf(routes);
  const answered = head ? new Map([...routes, ['HEAD', head]]) : routes;
  const served = [...routes.values()].flatMap((route) => [...route.versions.values()]);
  const testOnly = served.every(({ api }) => api.testOnly);
  return { routes: answered, allow: [...answered.keys(), 'OPTIONS'].join(', '), ...(testOnly ? { testOnly } : {}) };
}

/** The GET that a HEAD asks for, unless it makes something. */
function headOf(routes: Routes): Route | undefined {
  const route = routes.get('GET');
  return route && [...route.versions.values()].every(({ endpoint }) => endpoint.head !== false) ? route : undefined;
}
