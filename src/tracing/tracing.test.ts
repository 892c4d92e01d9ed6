import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Installation, openInstallation } from '../../test/support/installation.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { type Receiver, startReceiver } from '../areas/webhooks/testing/receiver.ts';
import { readConfig } from '../config/config.ts';

/** A span as OTLP has it in JSON. */
interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
  }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Sent, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
  }[];
}

const exportsOf = ({ received }: Receiver): Export[] =>
  received.filter(({ path }) => path === '/v1/traces').map(({ body }): Export => JSON.parse(body));
const spansOf = (receiver: Receiver): Sent[] =>
  exportsOf(receiver).flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const factsOf = ({ attributes }: Pick<Sent, 'attributes'>): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));

/** Waits for a span of that name in a trace. */
const spanIn = (receiver: Receiver, traceId: string, name: string | RegExp): Promise<Sent> =>
  eventually(async () => {
    const spans = spansOf(receiver).filter((span) => span.traceId === traceId);
    const found = spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
    assert.ok(found, `${name} is not among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  });

const newTrace = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=1' } };
};

for (const backEnd of ['SQLite', 'PostgreSQL'] as const) {
  describe(`traces by OTLP, on ${backEnd}`, () => {
    let receiver: Receiver;
    let postgres: TestPostgres | undefined;
    let installation: Installation;
    before(async () => {
      receiver = await startReceiver();
      postgres = backEnd === 'PostgreSQL' ? await startPostgres() : undefined;
      installation = await openInstallation({
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver.port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_SERVICE_NAME: 'bridges',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        OTEL_BSP_SCHEDULE_DELAY: '20',
        WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
        ...(postgres ? { DATABASE_URL: await postgres.createDatabase() } : {}),
      });
      await installation.start().ready();
      await installation.signIn();
    });
    after(async () => {
      await installation.remove();
      await Promise.all([receiver.close(), postgres?.stop()]);
    });

    it('a request goes on with the trace of its sender, by the name of its operation, with its statements', async () => {
      const twin = await installation.twin();
      const { traceId, spanId, headers } = newTrace();
      const answer = await installation.call('GET', `/twins/${twin}`, undefined, headers);
      assert.equal(answer.status, 200);
      const request = await spanIn(receiver, traceId, 'twins.getTwin');
      const facts = factsOf(request);
      assert.deepEqual([request.parentSpanId, request.kind], [spanId, 2]);
      assert.equal(facts['http.request.method'], 'GET');
      assert.equal(facts['http.response.status_code'], '200');
      assert.equal(facts['url.path'], `/twins/${twin}`);
      assert.equal(facts['twin_platform.correlation_id'], answer.headers.get('x-correlation-id'));
      const statement = await spanIn(receiver, traceId, /^SELECT .*twins/);
      assert.equal(statement.parentSpanId, request.spanId);
      assert.equal(factsOf(statement)['db.system.name'], postgres ? 'postgresql' : 'sqlite');
      assert.match(factsOf(statement)['db.query.text'] ?? '', /^select .*(\?|\$1)/);
      assert.ok(!JSON.stringify(factsOf(statement)).includes(twin), 'no values');

      const [resource] = exportsOf(receiver).map(({ resourceSpans }) => resourceSpans[0]?.resource);
      const origin = resource ? factsOf(resource) : {};
      assert.deepEqual([origin['service.name'], origin['deployment.environment.name']], ['bridges', 'test']);
    });

    it('writes of many requests at once stay in the traces of their senders', async () => {
      const traces = Array.from({ length: 12 }, (_, at) => ({ ...newTrace(), displayName: `Bridge ${at}` }));
      const body = { class: 'Endeavor', subClass: 'Project' };
      const answers = await Promise.all(
        traces.map(({ headers, displayName }) =>
          installation.call('POST', '/twins/', { ...body, displayName }, headers),
        ),
      );
      for (const { status } of answers) assert.equal(status, 201);
      for (const { traceId } of traces) {
        const request = await spanIn(receiver, traceId, 'twins.createTwin');
        const transaction = await spanIn(receiver, traceId, 'transaction');
        const insert = await spanIn(receiver, traceId, 'INSERT twins');
        assert.deepEqual([transaction.parentSpanId, insert.parentSpanId], [request.spanId, transaction.spanId]);
        const inserts = spansOf(receiver).filter((span) => span.traceId === traceId && span.name === 'INSERT twins');
        assert.equal(inserts.length, 1, 'none of anybody else');
      }
    });

    it('a job is a piece of the trace of the request that asked for it', async () => {
      const { traceId, headers } = newTrace();
      const made = await installation.call('POST', '/twins/exports', { outputFormat: 'Csv' }, headers);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const job = await spanIn(receiver, traceId, 'job twins.export');
      const facts = factsOf(job);
      assert.deepEqual([job.kind, facts['twin_platform.job.outcome']], [5, 'Succeeded']);
      const statements = spansOf(receiver).filter((span) => span.parentSpanId === job.spanId);
      assert.ok(statements.length > 0, 'with what it asked the database');
    });

    it('an outgoing webhook is one, too, and its receiver is told of the trace', async () => {
      const subscriber = await startReceiver();
      const wanted = { callbackUrl: subscriber.url, scope: 'Account', eventTypes: ['twins.twinCreated.v1'] };
      const { body } = await installation.call('POST', '/webhooks', wanted);
      await installation.call('PATCH', `/webhooks/${body.id}`, { active: true });
      const toldOf = async () => {
        const { traceId, headers } = newTrace();
        const twin = { class: 'Endeavor', subClass: 'Project', displayName: 'Told' };
        assert.equal((await installation.call('POST', '/twins/', twin, headers)).status, 201);
        const message = await spanIn(receiver, traceId, 'webhook twins.twinCreated.v1');
        const post = await spanIn(receiver, traceId, 'POST');
        assert.deepEqual([post.parentSpanId, post.kind], [message.spanId, 3]);
        assert.ok(!JSON.stringify(factsOf(post)).includes('callback'), 'paths of callbacks may be secret');
        return post;
      };
      const taken = await toldOf();
      assert.equal(factsOf(taken)['http.response.status_code'], '200');
      const told = subscriber.received.map(({ headers }) => headers.traceparent);
      assert.deepEqual(told, [`00-${taken.traceId}-${taken.spanId}-01`]);
      await subscriber.close();
      const { status } = await toldOf();
      assert.equal(status.code, 2);
      assert.match(status.message ?? '', /ECONNREFUSED/);
    });

    it('signatures of addresses are told to nobody', async () => {
      const twin = await installation.twin();
      const file = await installation.file(twin, 'a.bin', new Uint8Array([1, 2, 3]));
      const { traceId, headers } = newTrace();
      const link = await installation.link(`/storage/files/${file}/download`);
      assert.equal((await fetch(link, { headers })).status, 200);
      await spanIn(receiver, traceId, 'GET /blobs');
      const signature = new URL(link).searchParams.get('sig');
      assert.ok(signature);
      assert.ok(!receiver.received.some(({ body }) => body.includes(encodeURIComponent(signature))));
      assert.ok(!receiver.received.some(({ body }) => body.includes(signature)));
    });
  });
}

describe('the usual variables of OpenTelemetry', () => {
  const opened: { remove(): Promise<void> }[] = [];
  after(async () => {
    for (const one of opened) await one.remove();
  });

  /** What a receiver has after one request with, and one without a trace of its sender. */
  async function sent(settings: Readonly<Record<string, string>>): Promise<{ receiver: Receiver; traceId: string }> {
    const receiver = await startReceiver();
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${receiver.port}`;
    const installation = await openInstallation({ OTEL_EXPORTER_OTLP_ENDPOINT, ...settings });
    opened.push(installation, { remove: receiver.close });
    const program = installation.start();
    await program.ready();
    const { traceId, headers } = newTrace();
    assert.equal((await installation.call('GET', '/users/me', undefined, headers)).status, 401);
    assert.equal((await installation.call('GET', '/users/me')).status, 401);
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    return { receiver, traceId };
  }
  const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };

  it('by default send Protobuf, what is left at a stop, too', async () => {
    const { receiver } = await sent({ OTEL_BSP_SCHEDULE_DELAY: '3600000' });
    assert.ok(receiver.received.length > 0);
    for (const { headers } of receiver.received) assert.equal(headers['content-type'], 'application/x-protobuf');
    assert.ok(receiver.received.some(({ body }) => body.includes('users.getMe') && body.includes('twin-platform')));
  });

  it('send to an address, with headers, of the traces alone', async () => {
    const own = await startReceiver();
    opened.push({ remove: own.close });
    const { receiver } = await sent({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${own.url}/own`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc',
    });
    assert.deepEqual([receiver.received.length, own.received.length > 0], [0, true]);
    assert.ok(own.received.every(({ path, headers }) => path === '/callback/own' && headers['api-key'] === 'abc'));
  });

  it('send nothing where they say so', async () => {
    assert.equal((await sent({ ...json, OTEL_SDK_DISABLED: 'true' })).receiver.received.length, 0);
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    assert.ok(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing);
    assert.equal(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).tracing, undefined);
    assert.equal(readConfig({ OTEL_SERVICE_NAME: 'twins' }).tracing, undefined);
  });

  it('keep a part of the traces, and what the sender of a request keeps', async () => {
    const { receiver, traceId } = await sent({
      ...json,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const spans = spansOf(receiver);
    assert.ok(spans.some(({ name }) => name === 'users.getMe'));
    assert.ok(spans.every((span) => span.traceId === traceId));
  });

  it('that are wrong stop the start, each by its name', async () => {
    const installation = await openInstallation({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    });
    opened.push(installation);
    const program = installation.start();
    assert.equal((await program.ended()).code, 2);
    for (const said of [
      /OTEL_EXPORTER_OTLP_ENDPOINT: must be an address that begins with http:\/\/ or https:\/\//,
      /OTEL_EXPORTER_OTLP_PROTOCOL: must be one of http\/protobuf, http\/json, but is 'grpc'/,
      /OTEL_TRACES_SAMPLER: must be one of always_on, .*, but is 'sometimes'/,
      /OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1, but is '2'/,
    ])
      assert.match(program.output(), said);
  });

  it('name a receiver that may be away: that is told in the log, and nobody waits for it', async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
    const installation = await openInstallation({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    });
    opened.push(installation);
    const program = installation.start();
    await program.ready();
    await eventually(async () => {
      assert.equal((await installation.call('GET', '/users/me')).status, 401);
      assert.match(program.output(), /Traces were not sent\./);
    });
    const began = performance.now();
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    assert.ok(performance.now() - began < 20_000);
  });
});
