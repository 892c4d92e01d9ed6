import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type Installation, openInstallation } from '../support/installation.ts';

/** The values of a metric, by the text of its labels. The port for operators is opened last, after that for everybody. */
async function metric(port: string, name: string): Promise<Record<string, number>> {
  const answer = await eventually(() => fetch(`http://127.0.0.1:${port}/metrics`));
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

describe('a web process and a worker process', () => {
  let installation: Installation;
  let webPort: string;
  let workerPort: string;
  before(async () => {
    installation = await openInstallation();
    [webPort, workerPort] = [String(await freePort()), String(await freePort())];
  });
  after(() => installation.remove());

  it('share the work: requests are answered by one, jobs done by the other', async () => {
    const web = installation.start({ ROLE: 'web', METRICS_PORT: webPort });
    await web.ready();
    await installation.signIn();
    const made = await installation.call('POST', '/twins/exports', { outputFormat: 'Csv' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const state = async () => {
      const answer = await installation.call('GET', `/twins/exports/${made.body.export.id}`);
      return answer.body.export.status;
    };
    assert.deepEqual(await metric(webPort, 'twin_jobs_queued'), { 'kind="twins.export"': 1 });
    assert.equal(await state(), 'Queued');

    const worker = installation.start({ ROLE: 'worker', METRICS_PORT: workerPort });
    await eventually(async () => assert.equal(await state(), 'Completed'));
    await eventually(async () => assert.deepEqual(await metric(workerPort, 'twin_jobs_queued'), {}));
    const health = await fetch(`http://127.0.0.1:${workerPort}/health/ready`);
    assert.equal(health.status, 200);
    assert.equal((await worker.end('SIGTERM')).code, 0);
    assert.equal((await web.end('SIGTERM')).code, 0);
  });
});

describe('metrics', () => {
  let installation: Installation;
  let port: string;
  before(async () => {
    installation = await openInstallation();
    port = String(await freePort());
  });
  after(() => installation.remove());

  it('count requests of all processes together, and the installation once', async () => {
    const program = installation.start({ PROCESSES: '2', METRICS_PORT: port });
    await program.ready();
    await installation.signIn();
    const twin = await installation.twin();
    for (let i = 0; i < 20; i++) {
      // a connection each, so that both processes are asked
      const answer = await installation.call('GET', `/twins/${twin}?n=${i}`);
      assert.equal(answer.status, 200);
    }
    const counts = await metric(port, 'twin_request_duration_seconds_count');
    assert.equal(counts['operation="twins.getTwin",status="200"'], 20);
    assert.deepEqual(await metric(port, 'twin_deliveries_pending'), { '': 0 });
    assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${port}/else`)).status, 404);
    assert.equal((await fetch(`${installation.baseUrl}/metrics`)).status, 401, 'not at the port for everybody');
    assert.equal((await program.end('SIGTERM')).code, 0);
  });
});
