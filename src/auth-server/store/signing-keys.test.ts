import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { secretBox } from '../../std/secret-box.ts';
import { authMigrations } from '../migrations.ts';
import { q } from '../tables.ts';
import { openSigningKeys } from './signing-keys.ts';

const hour = 3600_000;
const day = 24 * hour;

eachDatabase('signing keys', (open) => {
  it('makes one key for all processes, sealed at rest', async () => {
    const db = await open();
    await db.migrate(authMigrations);
    const secrets = secretBox(randomBytes(32));
    const [a, b] = await Promise.all([openSigningKeys(db, secrets, 0), openSigningKeys(db, secrets, 0)]);
    const kid = a.current(1).keys[0]?.kid;
    assert.equal(b.current(1).keys[0]?.kid, kid);
    const rows = await db.all(q.selectFrom('auth_signing_keys').selectAll());
    assert.deepEqual(
      rows.map((row) => row.kid),
      [kid],
    );
    assert.ok(!rows[0]?.private_key.includes('"d"'));
    await assert.rejects(openSigningKeys(db, secretBox(randomBytes(32)), 0));
  });

  it('publishes a key two hours before it signs, and the old one until its last token has expired', async () => {
    const db = await open();
    await db.migrate(authMigrations);
    const keys = await openSigningKeys(db, secretBox(randomBytes(32)), 0);
    const kids = (now: number) => keys.current(now).keys.map((key) => key.kid);
    const [first] = kids(0);
    await keys.maintain(88 * day);
    assert.deepEqual(kids(88 * day), [first], 'not yet due');
    await keys.maintain(89 * day);
    const [signing, next] = kids(89 * day);
    assert.equal(signing, first);
    assert.ok(next && next !== first);
    assert.deepEqual(kids(90 * day - 1), [first, next]);
    assert.deepEqual(kids(90 * day), [next, first], 'signs from now on');
    assert.deepEqual(kids(90 * day + hour), [next, first], 'tokens of the old key still live');
    assert.deepEqual(kids(90 * day + 2 * hour), [next]);
    await keys.maintain(90 * day + 2 * hour);
    assert.equal((await db.all(q.selectFrom('auth_signing_keys').select('kid'))).length, 1);
  });

  it('gives a late successor its two hours, and sees what another process made', async () => {
    const db = await open();
    await db.migrate(authMigrations);
    const secrets = secretBox(randomBytes(32));
    const keys = await openSigningKeys(db, secrets, 0);
    const other = await openSigningKeys(db, secrets, 0);
    const [first] = keys.current(0).keys.map((key) => key.kid);
    await keys.maintain(200 * day);
    const kids = (now: number) => keys.current(now).keys.map((key) => key.kid);
    assert.equal(kids(200 * day + 2 * hour - 1)[0], first);
    assert.notEqual(kids(200 * day + 2 * hour)[0], first);
    assert.equal(other.current(200 * day).keys.length, 1);
    await other.upToDate(200 * day);
    assert.deepEqual(
      other.current(200 * day).keys.map((key) => key.kid),
      kids(200 * day),
    );
    assert.equal(other.upToDate(200 * day + 1000), undefined);
  });
});
