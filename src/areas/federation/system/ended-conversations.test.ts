import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { watchLife } from '../../../../test/support/life.ts';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';
import { answersCatalog, message, startLiar } from '../testing/liar.ts';
import { type RawAnswer, startRawHost } from '../testing/raw-host.ts';
import { lookForTimers } from '../testing/timers.ts';

const bytesOf = (type: string, ...bytes: readonly number[]): Buffer => message(type, Buffer.from(bytes));

/** What the driver's parser never ends with, or ends its process by. */
const poison: Readonly<Record<string, RawAnswer & { readonly ssl?: 'require' }>> = {
  'an error without an end': { bytes: bytesOf('E', 65, 65), after: 'connection' },
  'an error without an end, by TLS': { bytes: bytesOf('E', 65, 65), after: 'connection', ssl: 'require' },
  'a notice without an end': { bytes: bytesOf('N', 65, 65), after: 'connection' },
  'an error without an end after a good handshake': { bytes: bytesOf('E', 65, 65), after: 'handshake' },
  'a status without an end': { bytes: bytesOf('S', 65), after: 'handshake' },
  'columns without an end': { bytes: bytesOf('T', 0, 1, 65), after: 'handshake' },
  '65,535 columns that are not there': { bytes: bytesOf('T', 255, 255), after: 'handshake' },
};

eachPlatform(
  'a conversation with a database that has to be ended',
  (platform) => {
    const newPlace = async (port: number, ssl = 'disable') => {
      const place = await placeOf(await peopleOf(await platform()));
      const { p, owner, twinId } = place;
      const credentials = {
        Server: '127.0.0.1',
        Port: String(port),
        Database: 'secretdb',
        UserId: 'reader',
        Password: 'correct-horse-battery',
        Ssl: ssl,
        CommandTimeout: '1',
      };
      const body = { name: 'Plant', systemId: 'database', systemType: 'Federation.Sql', credentials };
      const { id } = requireSuccess(await p.call(owner, `POST ${atTwin(twinId)}/systems`, { body }));
      const test = async (): Promise<{ connected: boolean; message: string }> =>
        requireSuccess(await p.call(owner, `POST ${atTwin(twinId)}/systems/${id}/test`));
      return { ...place, test };
    };

    it('fails alone, while everybody else is answered', async (t) => {
      const life = watchLife(await platform());
      await Promise.all(
        Object.entries(poison).map(async ([what, answer]) => {
          const host = await startRawHost(() => answer);
          t.after(host.stop);
          const { test } = await newPlace(host.port, answer.ssl);
          const { connected, message: said } = await test();
          assert.equal(connected, false, what);
          assert.match(said, /: what it answers cannot be read|: it cannot be reached|took too long/, what);
        }),
      );
      assert.ok((await life()).count > 20, 'the server did not live all the time');
    });

    it('is not begun again by timers before somebody has tested the system', async (t) => {
      let [asked, poisoned] = [0, true];
      const host = await startLiar((sql, reply) => {
        asked++;
        if (poisoned) reply.socket.write(bytesOf('E', 65, 65));
        else if (!answersCatalog(sql, reply)) reply.done();
      });
      t.after(host.stop);
      const { p, owner, twinId, test } = await newPlace(host.port);
      const parameters = [{ name: 'entitySet', value: 'pumps' }];
      assert.match((await test()).message, /cannot be read/);
      const timer = { packageUniqueName: 'SQL_TABLES', cronStr: '* * * * *', parameters };
      const { id } = requireSuccess(await p.call(owner, `POST ${atTwin(twinId)}/timers`, { body: timer }));
      // the server looks for timers, too, when a minute begins: one of the two runs is skipped then
      const endedRun = async (later: number, ...states: readonly string[]) => {
        await lookForTimers(p, later);
        return eventually(async () => {
          const { runs } = requireSuccess(await p.call(owner, `GET ${atTwin(twinId)}/timers/${id}/runs`));
          const run = runs.find(({ state }: { state: string }) => states.includes(state));
          assert.ok(run, JSON.stringify(runs));
          return run;
        });
      };
      const before = asked;
      const refused = await endedRun(60_000, 'Failed', 'Succeeded', 'Cancelled');
      assert.deepEqual(
        [refused.state, refused.message],
        [
          'Failed',
          "System 'database' is not asked: the last conversation with it had to be ended. Test the system first.",
        ],
      );
      assert.equal(asked, before);
      poisoned = false;
      assert.deepEqual(await test(), { connected: true, message: '1 table can be read.' });
      assert.equal((await endedRun(120_000, 'Succeeded')).rows, 0);
    });
  },
  { environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' }, bothInSlowSuite: true },
);
