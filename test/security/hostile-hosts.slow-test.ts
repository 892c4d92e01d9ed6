import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import { atTwin, peopleOf, placeOf } from '../../src/areas/federation/testing/fixture.ts';
import { message } from '../../src/areas/federation/testing/liar.ts';
import { type RawAnswer, startRawHost } from '../../src/areas/federation/testing/raw-host.ts';
import { connectTo } from '../../src/auth-server/identity/upstream.ts';
import { openTransport } from '../../src/kernel/mail/transport.ts';
import { silentLog } from '../../src/std/log.ts';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { watchLife } from '../support/life.ts';
import { eachPlatform, type Platform, requireSuccess } from '../support/platform.ts';

/* Hosts that the server asks answer with bytes of any kind: random ones, and those of their protocol that are damaged. */

const each = { random: sized(6, 2500), crafted: sized(6, 500) };
const atOnce = 6;
const password = 'correct-horse-battery';

/** A good answer with one of the usual faults: cut, a byte changed, a length that lies, a part again and again. */
function damaged(good: Buffer, chance: Chance): Buffer {
  const at = chance.whole(0, good.length - 1);
  const [head, tail] = [good.subarray(0, at), good.subarray(at)];
  return chance.pick([
    head,
    Buffer.concat([head, chance.bytes(1), good.subarray(at + 1)]),
    Buffer.concat([head, Buffer.from([127, 255, 255, 255]), tail]),
    Buffer.concat([good, ...Array.from({ length: 2000 }, () => tail)]),
  ]);
}

const text = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\r\n'));
const protocols = {
  database: [
    message('R', Buffer.alloc(4)),
    message('E', Buffer.from('SERROR\0VERROR\0C28P01\0Mno\0\0')),
    message('T', Buffer.from('\0\x01name\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0', 'latin1')),
    message('S', Buffer.from('server_version\x0016.4\0')),
  ],
  service: [text(['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Content-Length: 2', '', '[]'])],
  mail: [text(['220 mail.example ESMTP', '250-mail.example', '250 STARTTLS', '235 ok', '250 ok', ''])],
  issuer: [
    text([
      'HTTP/1.1 200 OK',
      'Content-Type: application/json',
      'Content-Length: 29',
      '',
      '{"issuer":"http://127.0.0.1"}',
    ]),
  ],
} as const;
type Protocol = keyof typeof protocols;

function answersOf(protocol: Protocol): readonly RawAnswer[] {
  const chance = chanceOf(seedOf(`hosts of ${protocol}`));
  const good = protocols[protocol];
  const whole = Array.from({ length: each.random }, () => chance.bytes(chance.whole(0, 400)));
  const torn = Array.from({ length: each.crafted }, () => damaged(chance.pick(good), chance));
  return [...whole, ...torn].map((bytes, n) => ({
    bytes,
    after: protocol === 'database' && n % 2 === 1 ? 'handshake' : 'connection',
  }));
}

/** Has the server ask a host; whatever comes of it, it must come to an end. */
async function askersOf(p: Platform): Promise<Readonly<Record<Protocol, (port: number) => Promise<unknown>>>> {
  const { owner, twinId } = await placeOf(await peopleOf(p));
  const at = `${atTwin(twinId)}/systems`;
  let made = 0;
  const test = async (systemType: string, credentials: object) => {
    const body = { name: 'Plant', systemId: `system ${made++}`, systemType, credentials };
    const { id } = requireSuccess(await p.call(owner, `POST ${at}`, { body }));
    const answer = await p.call(owner, `POST ${at}/${id}/test`);
    await p.call(owner, `DELETE ${at}/${id}`);
    assert.ok([200, 503].includes(answer.status), JSON.stringify(answer.body));
  };
  return {
    database: (port) =>
      test('Federation.Sql', {
        Server: '127.0.0.1',
        Port: String(port),
        Database: 'd',
        UserId: 'u',
        Password: password,
        Ssl: 'disable',
        CommandTimeout: '1',
      }),
    service: (port) => test('Federation.Http', { BaseUrl: `http://127.0.0.1:${port}`, TimeoutSeconds: '1' }),
    mail(port) {
      const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: tmpdir(), baseUrl: 'http://twin.example' };
      const mail = { to: 'a@example.org', subject: 'Hello', text: 'Hello' };
      return openTransport(settings, silentLog)('1', mail);
    },
    issuer: (port) => connectTo({ upstream: { issuer: `http://127.0.0.1:${port}`, clientId: 'c', clientSecret: 's' } }),
  };
}

eachPlatform(
  'hosts that answer with bytes of any kind',
  (platform) => {
    for (const protocol of ['database', 'service', 'mail', 'issuer'] as const) {
      it(`as a ${protocol} keep nobody from being answered`, async (t) => {
        const p = await platform();
        const ask = (await askersOf(p))[protocol];
        const waiting = [...answersOf(protocol)];
        const life = watchLife(p);
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            for (let answer = waiting.pop(); answer !== undefined; answer = waiting.pop()) {
              const given = answer;
              const host = await startRawHost(() => given);
              const closing = setTimeout(host.stop, 3000);
              await ask(host.port).catch(() => 'a refusal is an end, too');
              clearTimeout(closing);
              host.stop();
            }
          }),
        );
        const { count, longest } = await life();
        t.diagnostic(`${count} answers, the longest after ${Math.round(longest)} ms`);
        // a second on a machine of its own
        assert.ok(longest < 5000, `${longest} ms`);
      });
    }
  },
  { environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' } },
);
