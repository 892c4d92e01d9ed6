import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Endpoint, isRaw } from '../../src/api/http/endpoint.ts';
import type { Exchanged } from '../../src/api/http/exchange.ts';
import { fail, problems } from '../../src/api/http/problem.ts';
import { entryOf } from '../../src/api/request-log/entry.ts';
import { isSecretName } from '../../src/kernel/request-log/redaction/by-form.ts';
import { openSqliteStore } from '../../src/kernel/request-log/store/sqlite-store.ts';
import type { SchemaNode } from '../../src/kernel/schema/node.ts';
import { servedApis } from '../../src/start/served-apis.ts';
import { newTimeId } from '../../src/std/time-id.ts';
import { mark, plantedSoFar, plantedValue, tellingText } from '../support/planted.ts';

const apis = await servedApis();
const all = apis.flatMap((api) => api.endpoints.map((endpoint) => ({ api, endpoint })));

/** Members that are named like secrets and are none, and why. */
const exceptions: Readonly<Record<string, string>> = {
  continuationToken: 'a place in a list, signed and bound to its caller; never kept in queries',
  $continuationToken: 'the same',
  $skiptoken: 'the same',
  $deltatoken: 'a parameter of OData that is always refused; its value is redacted by its name',
};

/** Every schema of an endpoint, with the place where it stands. */
function schemasOf({ id, query, body, headers, answers }: Endpoint): [place: string, schema: SchemaNode][] {
  const found: [string, SchemaNode][] = [];
  if (query) found.push([`${id} query`, query]);
  if (headers) found.push([`${id} headers`, headers]);
  if (body && !isRaw(body)) found.push([`${id} body`, body]);
  for (const [status, answer] of Object.entries(answers)) {
    if (answer.kind === 'json') found.push([`${id} ${status}`, answer.schema]);
  }
  return found;
}

function unmarkedIn(node: SchemaNode, place: string, seen: Set<SchemaNode>): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const own = Object.entries(node.properties ?? {}).flatMap(([name, one]) => {
    const wrong = isSecretName(name) && !one.sensitive && exceptions[name] === undefined ? [`${place}.${name}`] : [];
    return one.sensitive ? wrong : [...wrong, ...unmarkedIn(one, `${place}.${name}`, seen)];
  });
  const free = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
  const others = [...free, ...Object.values(node.patternProperties ?? {}), ...(node.items ? [node.items] : [])];
  const branches = [node.anyOf, node.oneOf, node.allOf].flatMap((some) => some ?? []);
  return [...own, ...[...others, ...branches].flatMap((one) => unmarkedIn(one, `${place}[]`, seen))];
}

describe('members of schemas', () => {
  it('that are named like secrets are marked as such, or have a reason', () => {
    const unmarked = all.flatMap(({ endpoint }) =>
      schemasOf(endpoint).flatMap(([place, schema]) => unmarkedIn(schema, place, new Set())),
    );
    assert.deepEqual(unmarked, []);
  });
});

const caller = { userId: 'u', clientId: 'c', organizationId: null, applicationOrganizationId: null };

/** A request of an endpoint as the server tells it, with secrets wherever there is room. */
function exchangeOf(endpoint: Endpoint | undefined, turn: number): Exchanged {
  const text = tellingText();
  const body = endpoint?.body;
  const query = endpoint?.query as SchemaNode | undefined;
  const names = [...Object.keys(query?.properties ?? {}), 'continuationToken', '$skiptoken', 'undeclared', 'secret'];
  const [status = '200', answer] = Object.entries(endpoint?.answers ?? {})[turn % 2] ?? [];
  const refused = fail(problems.badRequest, {
    message: text,
    target: text,
    details: [{ code: 'InvalidValue', message: text, target: text }],
  });
  const answered = {
    status: Number(status),
    body: answer?.kind === 'json' ? plantedValue(answer.schema, turn) : undefined,
  };
  const headers = {
    authorization: text,
    cookie: text,
    accept: text,
    'content-type': text,
    prefer: text,
    'if-match': text,
    'user-agent': text,
    'idempotency-key': text,
    'content-length': '999',
    'x-other': text,
  };
  return {
    exchange: {
      request: { method: 'POST', headers } as unknown as IncomingMessage,
      path: `/a/${encodeURIComponent(text)}/kept-in-the-clear`,
      query: names.map((name) => `${name}=${encodeURIComponent(tellingText())}`).join('&'),
      address: '127.0.0.1',
      correlationId: 'one',
      now: Date.now(),
      route: undefined,
      allow: undefined,
      params: {},
      requestId: newTimeId(Date.now()),
      noted: {
        ...(endpoint ? { endpoint } : {}),
        ...(turn === 3 ? { isBroken: true } : {}),
        ...(body && !isRaw(body) ? { body: plantedValue(body, turn) } : {}),
      },
    },
    outcome: turn % 2 === 0 ? answered : refused,
    response: {} as ServerResponse,
    started: 0,
    ms: 1,
    status: turn % 2 === 0 ? answered.status : 400,
    responseBytes: 10,
  };
}

describe('secrets that are planted wherever requests and answers have room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-secrets-'));
  after(() => rmSync(folder, { recursive: true }));

  it('are in no file of the log', async () => {
    const file = join(folder, 'requests.sqlite');
    const store = openSqliteStore(file, () => {});
    const bytes = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('\n');
    let kept = 0;
    for (const { api, endpoint } of [...all, { api: undefined, endpoint: undefined }]) {
      const entries = [0, 1, 2, 3].map((turn) => {
        const recorded = { caller, api, sampled: 1, rateLimit: undefined, traceId: null, bodies: true };
        return entryOf(exchangeOf(endpoint, turn), recorded, 1);
      });
      kept += entries.filter(({ bodies }) => bodies?.request?.json || bodies?.response?.json).length;
      const leaked = entries.find((entry) => JSON.stringify(entry).includes(mark));
      assert.equal(
        leaked && JSON.stringify(leaked).replace(new RegExp(`^.*?(.{200}${mark}.{20}).*$`, 's'), '$1'),
        undefined,
      );
      await store.write(entries);
    }
    assert.ok(kept > 300 && plantedSoFar() > 10_000, `${kept} bodies, ${plantedSoFar()} secrets`);
    assert.ok(bytes().includes('kept-in-the-clear') && bytes().includes('Harmless words'));
    assert.ok(!bytes().includes(mark));
    await store.close();
    assert.ok(!bytes().includes(mark));
  });
});
