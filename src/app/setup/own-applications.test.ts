import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { membersOf } from '../../std/records.ts';

eachPlatform('an installation', (platform) => {
  it('knows the command line tool from its first start, and gives it device codes', async () => {
    const p = await platform();
    await p.app.prepare();
    await p.app.prepare(); // as at every start
    const body = new URLSearchParams({ client_id: 'native-cli', scope: 'twin-platform offline_access' });
    const answer = await fetch(`${p.address}/auth/connect/deviceauthorization`, { method: 'POST', body });
    const given = membersOf(await answer.json());
    assert.equal(answer.status, 200, JSON.stringify(given));
    assert.match(String(given.user_code), /^[A-Z]{4}-[A-Z]{4}$/);
    assert.equal(given.interval, 5);
  });
});
