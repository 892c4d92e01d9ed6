import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { mediaOf } from '../../src/api/http/answers.ts';
import { defaultMaxBody, refusesTypes } from '../../src/api/http/body.ts';
import type { Endpoint } from '../../src/api/http/endpoint.ts';
import { servedApis } from '../../src/start/served-apis.ts';
import { type Answer, eachPlatform, type RequestOptions } from '../support/platform.ts';
import { newSociety, newWorld, pathWith, type World } from '../support/world.ts';
import { contentOf, operationsOf, queryOf } from '../support/world-requests.ts';

/*
 * The answers that the pipeline itself gives, of every operation (conventions.md sections 3, 4, 7 and 14). None of these
 * requests changes anything, so they share a world.
 */

interface Refusal {
  readonly name: string;
  readonly of: (endpoint: Endpoint) => boolean;
  readonly change: RequestOptions;
  readonly due: (endpoint: Endpoint) => { readonly status: number; readonly code: string };
}

const everyOperation = () => true;
const hasJsonBody = ({ body }: Endpoint) => body !== undefined && !('raw' in body);
const always = (status: number, code: string) => () => ({ status, code });

const refusals: readonly Refusal[] = [
  {
    name: 'another representation',
    of: (endpoint) => !mediaOf(endpoint).includes('*/*'),
    change: { headers: { Accept: 'text/html' } },
    due: always(406, 'NotAcceptable'),
  },
  {
    name: 'a version that is not there',
    of: everyOperation,
    change: { headers: { Accept: 'application/vnd.vendor.twin-platform.v99+json' } },
    due: always(404, 'ResourceNotFound'),
  },
  {
    name: 'a resource that was changed since',
    of: ({ method, version }) => method !== 'GET' && version !== undefined,
    change: { headers: { 'If-Match': '"stale"' } },
    due: always(412, 'PreconditionFailed'),
  },
  {
    name: 'a body of another type',
    of: refusesTypes,
    change: { body: 'text', headers: { 'Content-Type': 'text/xml' } },
    due: always(415, 'UnsupportedMediaType'),
  },
  {
    name: 'a body that is too large',
    of: (endpoint) => hasJsonBody(endpoint) && endpoint.maxBody === undefined,
    change: { body: ' '.repeat(defaultMaxBody + 1) },
    due: always(413, 'RequestTooLarge'),
  },
  {
    name: 'a body that is no JSON',
    of: hasJsonBody,
    change: { body: '{"a":' },
    due: ({ invalid }) => invalid ?? { status: 400, code: 'BadRequest' },
  },
];

const tokensOf = ({ query }: Endpoint): readonly string[] =>
  Object.keys((query as { readonly properties?: object } | undefined)?.properties ?? {}).filter((name) =>
    /^\$?continuationToken$/.test(name),
  );

const endpoints = (await servedApis()).flatMap((api) => api.endpoints);

eachPlatform(
  'answers of every operation',
  (platform) => {
    let world: World;
    before(async () => {
      const p = await platform();
      world = newWorld(p, await newSociety(p));
    });

    for (const { name, of, change, due } of refusals) {
      describe(`refuses ${name}`, () => {
        for (const endpoint of endpoints.filter(of)) {
          it(`${endpoint.method} ${endpoint.path}: ${due(endpoint).status}`, async () => {
            const { status, body } = await ask(world, endpoint, change);
            assert.equal(status, due(endpoint).status, JSON.stringify(body));
            assert.equal(body.error.code, due(endpoint).code);
          });
        }
      });
    }

    describe('a list that goes on by a token', () => {
      for (const endpoint of endpoints) {
        for (const name of tokensOf(endpoint)) {
          it(`begins where the token is empty: ${endpoint.path}`, async () => {
            const answer = await ask(world, endpoint, {}, `${name}=`);
            assert.equal(answer.status, 200, JSON.stringify(answer.body));
          });
        }
      }
    });
  },
  { bothInSlowSuite: true },
);

/** A good request of the administrator with one change, or a further parameter. */
async function ask(world: World, endpoint: Endpoint, change: RequestOptions, parameter?: string): Promise<Answer> {
  const prefix = operationsOf(world.p).find((one) => one.endpoint.id === endpoint.id)?.prefix;
  const query = await queryOf(endpoint, world);
  const further = parameter === undefined ? '' : `${query === '' ? '?' : '&'}${parameter}`;
  const path = pathWith(endpoint, await world.paramsOf(endpoint)) + query + further;
  const content = { ...(await contentOf(endpoint, world)), ...change };
  return world.p.call(world.society.administrator, `${endpoint.method} ${prefix}${path}`, content);
}
