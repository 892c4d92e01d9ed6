import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../test/support/platform.ts';
import { formsArea } from './area.ts';
import { prefixOf } from './form/number.ts';
import { type FormTables, q } from './tables.ts';
import { fixtureOf, importedTemplate, newForm, peopleOf, withTemplates } from './testing/fixture.ts';

it('numbers begin with what is left of a type', () => {
  const types = ['Daily Log', 'Other', 'RFI', 'a b c d e f', 'Größe', '—', 'x-y'];
  assert.deepEqual(types.map(prefixOf), ['DL', 'OTH', 'RFI', 'ABCDE', 'GRÖ', 'F', 'XY']);
});

eachPlatform(
  'forms',
  (platform) => {
    const newFixture = async () => fixtureOf(await peopleOf(await platform()));
    const areaOf = ({ db, ports }: Awaited<ReturnType<typeof newFixture>>['p']['app'], now = Date.now) =>
      formsArea({ db, ports, now, baseUrl: '', log: { debug() {}, info() {}, warn() {}, error() {} } });

    it('go with everything of a twin that is purged; definitions that others share pass on', async () => {
      const { p, full, twinId, otherTwin, shared, log } = await newFixture();
      const body = { sourceFormDefinitionId: shared, destinationTwinId: twinId, importAction: 'Share' };
      requireSuccess(await p.call(full, 'POST /forms/form-definitions/import', { body }));
      const kept = await newForm(p, full, shared, { twinId });
      await newForm(p, full, shared);
      const { db } = p.app;
      await db.write(async (tx) => areaOf(p.app).listeners?.twins?.purged(tx, otherTwin));
      assert.equal((await p.call(full, `GET /forms/${kept}`)).status, 200);
      const definition = await db.first(q.selectFrom('form_definitions').select('twin_id').where('id', '=', shared));
      assert.equal(definition?.twin_id, twinId);
      await db.write(async (tx) => areaOf(p.app).listeners?.twins?.purged(tx, twinId));
      const tables: readonly (keyof FormTables)[] = [
        'forms',
        'form_definitions',
        'form_list_groups',
        'form_workflows',
        'form_counters',
        'form_comments',
        'form_attachments',
        'form_audit',
      ];
      for (const table of tables) {
        const rows = q
          .selectFrom(table as 'forms')
          .select('twin_id')
          .where('twin_id', 'in', [twinId, otherTwin]);
        assert.deepEqual(await db.all(rows), [], table);
      }
      const layouts = q.selectFrom('form_layouts').select('version').where('definition_id', 'in', [shared, log]);
      assert.deepEqual(await db.all(layouts), []);
    });

    it('that were deleted stay for 60 days', async () => {
      const { p, full, open, photo } = await newFixture();
      requireSuccess(await p.call(full, `DELETE /forms/${open}`));
      const { db } = p.app;
      const stored = async () => {
        const rows = await db.all(q.selectFrom('forms').select('id').where('id', '=', open));
        const files = await db.all(q.selectFrom('form_attachments').select('id').where('id', '=', photo));
        return rows.length + files.length;
      };
      const day = 86_400_000;
      const purgeAfter = async (days: number) => {
        const [purge] = areaOf(p.app, () => Date.now() + days * day).maintenance ?? [];
        await purge?.run(new AbortController().signal);
      };
      await purgeAfter(59);
      assert.equal(await stored(), 2);
      await purgeAfter(61);
      assert.equal(await stored(), 0);
    });

    it('of the same twin never get the same number, however many are made at once', async () => {
      const { p, full, creator, twinId, log } = await newFixture();
      const other = await importedTemplate(p, full, twinId, 'Observation', { idPrefix: 'dl' });
      const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => newForm(p, creator, at % 2 ? log : other)));
      const all = await Promise.all(ids.map((id) => p.call(creator, `GET /forms/${id}`)));
      const numbers = all.map(({ body }) => body.formData.number.toLowerCase());
      assert.equal(new Set(numbers).size, 20);
      assert.ok(!numbers.includes('dl-00001') && numbers.includes('dl-00022'));
    });

    it('keep keys that are members of every object', async () => {
      const { p, full, inspected } = await newFixture();
      const body = '{"properties":{"__proto__":"a","constructor":{"x":1}}}';
      requireSuccess(await p.call(full, `PATCH /forms/${inspected}`, { body }));
      const { properties } = (await p.call(full, `GET /forms/${inspected}`)).body.formData;
      assert.equal(JSON.stringify(properties), '{"__proto__":"a","constructor":{"x":1}}');
    });

    it('are a repository of their twin for who may view them', async () => {
      const { p, commenter, visitor, twinId } = await newFixture();
      const classes = async (who: typeof visitor) =>
        (await p.call(who, `GET /twins/${twinId}/repositories`)).body.repositories.map(
          (one: { class: string }) => one.class,
        );
      assert.deepEqual(
        [(await classes(commenter)).includes('Forms'), (await classes(visitor)).includes('Forms')],
        [true, false],
      );
    });
  },
  withTemplates,
);
