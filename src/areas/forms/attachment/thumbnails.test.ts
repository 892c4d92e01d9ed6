import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { engineGate } from '../../../../test/support/engine-gate.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, type Platform, requireSuccess, startPlatform } from '../../../../test/support/platform.ts';
import { tables } from '../../../kernel/db/query.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { Unavailable } from '../../../std/unavailable.ts';
import type { AttachmentRow } from '../tables.ts';
import { importedTemplate, located, newForm } from '../testing/fixture.ts';
import { allAttachments, copiesOf } from './store.ts';

const gate = engineGate();
after(gate.remove);
const warnings: object[] = [];
const log = { debug() {}, info() {}, error() {}, warn: (facts: object) => void warnings.push(facts) };

const photo = async (width: number): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp({ create: { width, height: 50, channels: 3, background: '#8a6f5a' } })
      .png()
      .toBuffer(),
  );

/** A form, and what somebody does with its photos. */
async function formIn(p: Platform) {
  const who = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(who);
  const form = await newForm(p, who, await importedTemplate(p, who, twinId, 'Issue'));
  const ask = async (operation: string, body?: Uint8Array | object) =>
    requireSuccess(await p.call(who, operation, body === undefined ? {} : { body }));
  /** How wide the copy for print is, where there is one. */
  const stateOf = async (row: AttachmentRow): Promise<number | 'missing' | 'none'> => {
    const copies = copiesOf(row);
    if (copies === undefined) return 'missing';
    const blob = copies.large === null ? undefined : await p.app.ports.blobs.read(copies.large);
    return blob ? (await sharp(Buffer.concat(await blob.stream.toArray())).metadata()).width : 'none';
  };
  const states = async () => Promise.all((await allAttachments(p.app.db, form)).map(stateOf));
  return {
    path: `/forms/${form}`,
    ask,
    async upload(file: Uint8Array, fileName = 'photo.png'): Promise<string> {
      const body = { fileName, binding: 'Photos' };
      const attachment = `/forms/${form}/attachments/${located(await p.call(who, `POST /forms/${form}/attachments`, { body }))}`;
      await ask(`PUT ${attachment}`, file);
      return attachment;
    },
    /** The width of the small copy, or the status of the answer without one. */
    async thumbnail(attachment: string): Promise<number> {
      const headers = { Authorization: `Bearer ${who.token}` };
      const answer = await fetch(`${p.baseUrl}${attachment}/thumbnail`, { headers });
      return answer.status === 200 ? (await sharp(await answer.arrayBuffer()).metadata()).width : answer.status;
    },
    states,
    become: (...expected: Awaited<ReturnType<typeof stateOf>>[]) =>
      eventually(async () => assert.deepEqual(await states(), expected)),
  };
}

/** The copies that are stored from now on. */
function savedCopies(t: TestContext, { app: { ports, db } }: Platform) {
  const { mock } = t.mock.method(ports.blobs, 'save');
  const blobs = tables<{ blobs: { id: string } }>();
  const ids = async () => {
    const copies = mock.calls.filter(({ arguments: [place] }) => place.container === 'copies');
    return (await Promise.all(copies.map(({ result }) => result))).flatMap((blob) => blob?.id ?? []);
  };
  return {
    /** Waits until so many were stored, and so many of them are left. */
    become: (stored: number, left: number) =>
      eventually(async () => {
        const all = await ids();
        const rows = await db.all(blobs.selectFrom('blobs').select('id').where('id', 'in', all));
        assert.deepEqual([all.length, rows.length], [stored, left]);
      }),
  };
}

eachPlatform(
  'copies of pictures',
  (platform) => {
    /** A photo whose copies are under way until the gate opens. */
    const held = async (t: TestContext) => {
      const p = await platform();
      const form = await formIn(p);
      const saved = savedCopies(t, p);
      gate.close('pictures');
      const attachment = await form.upload(await photo(100));
      await gate.arrived('pictures');
      return { form, saved, attachment };
    };

    it('come by themselves; what cannot be decoded has none', async () => {
      const form = await formIn(await platform());
      const first = await form.upload(await photo(400));
      const broken = await form.upload(new Uint8Array([1, 2, 3]));
      await form.upload(await photo(500), 'notes.txt');
      await form.become(400, 'none', 'missing');
      assert.deepEqual([await form.thumbnail(first), await form.thumbnail(broken)], [320, 204]);
    });

    it('of photos that come while others are made are made together, also for those who ask', async (t) => {
      const p = await platform();
      const form = await formIn(p);
      const { mock } = t.mock.method(p.app.ports.engines, 'run');
      gate.close('pictures');
      await form.upload(await photo(100));
      await gate.arrived('pictures');
      let last = '';
      for (const width of [101, 102, 103]) last = await form.upload(await photo(width));
      const asked = form.thumbnail(last);
      gate.open('pictures');
      assert.equal(await asked, 103);
      await form.become(100, 101, 102, 103);
      assert.equal(mock.callCount(), 2);
    });

    it('leave nothing when their picture goes meanwhile', async (t) => {
      const { form, saved, attachment } = await held(t);
      await form.ask(`DELETE ${attachment}`);
      gate.open('pictures');
      await saved.become(2, 0);
    });

    it('are made once more when another file takes the place of the picture meanwhile', async (t) => {
      const { form, saved, attachment } = await held(t);
      await form.ask(`PUT ${attachment}`, await photo(101));
      gate.open('pictures');
      await form.become(101);
      await saved.become(4, 2);
    });

    it('of a form that is deleted meanwhile stay with it', async (t) => {
      const { form, saved } = await held(t);
      await form.ask(`DELETE ${form.path}`);
      gate.open('pictures');
      await form.become(100);
      await saved.become(2, 2);
    });

    it('are made when somebody asks where no engine could make them before, which is told', async (t) => {
      const p = await platform();
      const form = await formIn(p);
      t.mock.method(p.app.ports.engines, 'run', async () => {
        throw new JobFailure('EngineMemoryLimit', 'It needed too much.');
      });
      const before = warnings.length;
      const attachment = await form.upload(await photo(100));
      await eventually(async () => assert.equal(warnings.length, before + 1));
      assert.match(JSON.stringify(warnings.at(-1)), /It needed too much/);
      t.mock.restoreAll();
      assert.deepEqual(await form.states(), ['missing']);
      assert.equal(await form.thumbnail(attachment), 100);
    });

    it('leave nothing when one cannot be stored, which is told, and come when somebody asks', async (t) => {
      const p = await platform();
      const form = await formIn(p);
      const saved = savedCopies(t, p);
      const { save } = p.app.ports.blobs;
      let full = false;
      t.mock.method(p.app.ports.blobs, 'save', (...given: Parameters<typeof save>) => {
        if (full && given[0].container === 'copies') throw new Unavailable('file store', 'it is full');
        full = given[0].container === 'copies';
        return save(...given);
      });
      const before = warnings.length;
      const attachment = await form.upload(await photo(100));
      await eventually(async () => assert.equal(warnings.length, before + 1));
      assert.match(JSON.stringify(warnings.at(-1)), /it is full/);
      await saved.become(1, 0);
      t.mock.restoreAll();
      assert.deepEqual(await form.states(), ['missing']);
      assert.equal(await form.thumbnail(attachment), 100);
    });
  },
  { engineProgram: gate.program, log },
);

it('a server ends while copies are made, without waiting for them', async () => {
  const p = await startPlatform({ engineProgram: gate.program, log });
  const form = await formIn(p);
  const before = warnings.length;
  gate.close('pictures');
  await form.upload(await photo(100));
  await gate.arrived('pictures');
  await p.stop();
  gate.open('pictures');
  assert.equal(warnings.length, before);
});
