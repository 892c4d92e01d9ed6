import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { q } from './tables.ts';
import { fixtureOf, made } from './testing/fixture.ts';

const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

eachPlatform('the library under many hands', (platform) => {
  it('gives a name once', async () => {
    const { p, writer } = await fixtureOf(await platform());
    const names = ['Gates', 'gates', 'GATES', 'gateS'];
    const answers = await Promise.all(
      names.map((displayName) => p.call(writer, 'POST /library/categories', { body: { displayName } })),
    );
    assert.deepEqual(statusesOf(answers), [201, 409, 409, 409]);
  });

  it('has one active version of a design, however many are made of it at a time', async () => {
    const { p, writer, component, design } = await fixtureOf(await platform());
    const path = `/library/components/${component}/documents`;
    const body = { displayName: 'Door', extension: 'rfa', purpose: 'Design', previousVersionId: design };
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((version) => p.call(writer, `POST ${path}`, { body: { ...body, version } })),
    );
    assert.deepEqual(statusesOf(answers), [201, 422, 422]);
    const { documents } = await made(p, writer, `GET ${path}`);
    const active = documents.filter(
      (one: { isActive: boolean; purpose: string }) => one.isActive && one.purpose === 'Design',
    );
    assert.equal(active.length, 1);
  });

  it('leaves nothing of a component that goes while something is added to it', async () => {
    const { p, writer, component } = await fixtureOf(await platform());
    const path = `/library/components/${component}`;
    const add = (at: number) =>
      p.call(writer, `POST ${path}/weblinks`, { body: { displayName: `Link ${at}`, uri: 'https://a.example.com' } });
    const answers = await Promise.all([add(1), add(2), p.call(writer, `DELETE ${path}`), add(3), add(4)]);
    assert.ok(
      answers.every(({ status }) => [201, 204, 404].includes(status)),
      String(statusesOf(answers)),
    );
    const left = await p.app.db.all(q.selectFrom('library_weblinks').select('id').where('parent_id', '=', component));
    assert.deepEqual(left, []);
  });

  it('never keeps a reference to what goes at the same time', async () => {
    const { p, writer, category } = await fixtureOf(await platform());
    const body = { displayName: 'Lamp', state: 'Draft', category };
    const create = () => p.call(writer, 'POST /library/components', { body });
    const answers = await Promise.all([
      create(),
      create(),
      p.call(writer, `DELETE /library/categories/${category}`),
      create(),
    ]);
    assert.ok(
      answers.every(({ status }) => [201, 204, 422].includes(status)),
      String(statusesOf(answers)),
    );
    const left = q.selectFrom('library_components').select('id').where('category_id', '=', category);
    assert.deepEqual(await p.app.db.all(left), []);
  });
});
