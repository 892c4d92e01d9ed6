import type { Api, Endpoint } from '../../src/api/http/endpoint.ts';
import type { Platform } from './platform.ts';
import type { World } from './world.ts';
import { worldTable } from './world-parts.ts';

/** An operation, and where it is served below the base address. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly prefix: '' | '/auth';
}

export const operationsOf = ({ app }: Platform): Operation[] =>
  app.apis.flatMap((api: Api) =>
    api.endpoints.map((endpoint) => ({ endpoint, prefix: api.at === 'auth' ? '/auth' : '' })),
  );

const bodies = worldTable('bodies');
const queries = worldTable('queries');
const headersOf = worldTable('headers');

export async function queryOf({ id }: Endpoint, world: World): Promise<string> {
  return (await queries[id]?.(world)) ?? '';
}

/** Body and headers of a request that the operation takes. */
export async function contentOf(endpoint: Endpoint, world: World) {
  if (endpoint.body === undefined) return {};
  const bodyOf = bodies[endpoint.id];
  if (bodyOf === undefined) throw new Error(`The world has no body for ${endpoint.id}.`);
  const type = 'raw' in endpoint.body ? { 'Content-Type': endpoint.body.types[0] ?? '' } : {};
  const given = { ...type, ...headersOf[endpoint.id] };
  const headers = Object.keys(given).length > 0 ? { headers: given } : {};
  return { body: await bodyOf(world), ...headers };
}
