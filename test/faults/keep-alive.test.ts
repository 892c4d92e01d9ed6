import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, seedOf, sized } from '../support/chance.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, openInstallation } from '../support/installation.ts';

const clients = 40;
const rounds = sized(2, 5);

interface Tally {
  /** Clients that have begun. */
  clients: number;
  /** Requests that were answered. */
  answered: number;
  /** Of these, those that said that the connection ends. */
  last: number;
  /** Requests whose connection broke before an answer. */
  readonly broken: string[];
}

describe('the end of a server with many connections that are kept alive', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation.remove());

  for (const processes of ['1', '2']) {
    it(`resets none in front of a request that arrives, with ${processes} process(es)`, async () => {
      for (let round = 0; round < rounds; round++) {
        const program = installation.start({ PROCESSES: processes });
        await program.ready();
        await eventually(async () => assert.match(program.output(), /is ready/));
        const tally: Tally = { clients: 0, answered: 0, last: 0, broken: [] };
        const all = Array.from({ length: clients }, () => askUntilRefused(installation.baseUrl, tally));
        await eventually(async () => assert.ok(tally.answered > 10 * clients));
        assert.equal((await program.end('SIGTERM')).code, 0, program.output());
        await Promise.all(all);
        assert.deepEqual(tally.broken, []);
        assert.ok(tally.last >= clients, 'every client was told on its last answer');
      }
    });
  }
});

/** One connection after the other, each for as many requests as the server allows; ends when there is no more server. */
async function askUntilRefused(baseUrl: string, tally: Tally): Promise<void> {
  const { between } = chanceOf(seedOf(`client ${tally.clients++}`));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const answer = await ask(`${baseUrl}/health/live`, agent).catch((error: Broken) => error);
    if (answer instanceof Error) {
      if (answer.reused) tally.broken.push(String(answer.code));
      return agent.destroy();
    }
    tally.answered++;
    if (answer.headers.connection === 'close') tally.last++;
    await sleep(between(0, 20)); // the pauses are what a connection is idle for when the end comes
  }
}

interface Broken extends NodeJS.ErrnoException {
  /** The connection had served another request before. */
  reused?: boolean;
}

const ask = (url: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sending = request(url, { agent, family: 4 }, (response) => {
      response.resume().once('end', () => resolve(response));
    });
    sending.on('error', (error: Broken) => reject(Object.assign(error, { reused: sending.reusedSocket }))).end();
  });
