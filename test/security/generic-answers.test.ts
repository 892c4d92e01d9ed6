import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { defaultMaxBody } from '../../src/kernel/http/body.ts';
import type { Endpoint } from '../../src/kernel/http/endpoint.ts';
import { servedApis } from '../conformance/apis.ts';
import { type Answer, eachPlatform, type RequestOptions } from '../support/platform.ts';
import { newSociety, newWorld, pathWith, type World } from '../support/world.ts';
import { contentOf, operationsOf, queryOf } from '../support/world-requests.ts';

/*
 * The answers that the pipeline itself gives, of every operation (conventions.md sections 3, 4, 7 and 14). None of these
 * requests changes anything, so they share a world.
 */

const endpoints = (await servedApis()).flatMap((api) => api.endpoints);
const vendorType = (version: number) => `application/vnd.vendor.twin-platform.v${version}+json`;

eachPlatform('answers of every operation', (platform) => {
  let world: World;
  let prefixes: ReadonlyMap<string, string>;
  before(async () => {
    const p = await platform();
    world = newWorld(p, await newSociety(p));
    prefixes = new Map(operationsOf(p).map(({ endpoint, prefix }) => [endpoint.id, prefix]));
  });

  async function ask(endpoint: Endpoint, change: RequestOptions): Promise<Answer> {
    const path = pathWith(endpoint, await world.paramsOf(endpoint)) + (await queryOf(endpoint, world));
    const { body, headers } = { ...(await contentOf(endpoint, world)), ...change };
    const call = `${endpoint.method} ${prefixes.get(endpoint.id)}${path}`;
    return world.p.call(world.society.administrator, call, {
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
    });
  }

  /** One request of every operation to which this may happen. */
  function everyOne(
    name: string,
    { status, code }: { readonly status: number; readonly code: string },
    concerned: (endpoint: Endpoint) => boolean,
    change: RequestOptions,
  ): void {
    describe(name, () => {
      for (const endpoint of endpoints.filter(concerned)) {
        it(`${endpoint.id}: ${status} ${code}`, async () => {
          const answer = await ask(endpoint, change);
          assert.equal(answer.status, status, JSON.stringify(answer.body));
          assert.equal(answer.body.error.code, code);
        });
      }
    });
  }

  const isBinary = ({ answers }: Endpoint) => Object.values(answers).some(({ kind }) => kind !== 'json');
  const hasJsonBody = ({ body }: Endpoint) => body !== undefined && !('raw' in body);
  const hasUsualLimit = (endpoint: Endpoint) => hasJsonBody(endpoint) && endpoint.maxBody === undefined;
  const isChecked = (endpoint: Endpoint) => hasJsonBody(endpoint) && endpoint.invalid !== undefined;

  everyOne('another representation', { status: 406, code: 'NotAcceptable' }, (endpoint) => !isBinary(endpoint), {
    headers: { Accept: 'text/html' },
  });
  everyOne('a version that is not there', { status: 404, code: 'ResourceNotFound' }, () => true, {
    headers: { Accept: vendorType(99) },
  });
  everyOne(
    'a resource that was changed since',
    { status: 412, code: 'PreconditionFailed' },
    ({ method, version }) => method !== 'GET' && version !== undefined,
    { headers: { 'If-Match': '"stale"' } },
  );
  everyOne('a body of another type', { status: 415, code: 'UnsupportedMediaType' }, ({ body }) => body !== undefined, {
    body: 'text',
    headers: { 'Content-Type': 'text/plain' },
  });
  everyOne('a body that is too large', { status: 413, code: 'RequestTooLarge' }, hasUsualLimit, {
    body: ' '.repeat(defaultMaxBody + 1),
  });

  describe('a body that is no JSON', () => {
    for (const endpoint of endpoints.filter(isChecked)) {
      it(`${endpoint.id}: ${endpoint.invalid?.status} ${endpoint.invalid?.code}`, async () => {
        const answer = await ask(endpoint, { body: '{"a":' });
        assert.equal(answer.status, endpoint.invalid?.status);
        assert.equal(answer.body.error.code, endpoint.invalid?.code);
        assert.ok(answer.body.error.details.length > 0);
      });
    }
  });
});
