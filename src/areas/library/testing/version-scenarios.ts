import assert from 'node:assert/strict';
import type { Answer, Person, Platform } from '../../../../test/support/platform.ts';
import { type Fixture, made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const place = '/library/components/{component}/documents';
const create = `POST ${place}`;
const door = { displayName: 'Door', extension: 'rfa', purpose: 'Design' };
const picture = { displayName: 'Front', extension: 'png', purpose: 'Thumbnail', associatedDesignDocument: '{design}' };
const types = { displayName: 'DOOR', extension: 'txt', purpose: 'TypeCatalog', associatedDesignDocument: '{design}' };
const messagesOf = ({ body }: Answer) => body.error.details.map(({ message }: { message: string }) => message);

const documents = ({ p, component }: Pick<Fixture, 'p' | 'component'>, who: Person) => ({
  add: async (body: object) => (await made(p, who, `POST /library/components/${component}/documents`, body)).document,
  change: async (id: string, body: object) =>
    (await made(p, who, `PUT /library/components/${component}/documents/${id}`, body)).document,
  refused: (id: string, body: object) => p.call(who, `PUT /library/components/${component}/documents/${id}`, { body }),
  active: async (): Promise<string[]> => {
    const all = (await made(p, who, `GET /library/components/${component}/documents`)).documents;
    return all.filter((one: { isActive: boolean }) => one.isActive).map((one: { id: string }) => one.id);
  },
});

const remove = (p: Platform, who: Person, component: string, id: string) =>
  p.call(who, `DELETE /library/components/${component}/documents/${id}`);

export const versionScenarios: readonly Scenario[] = [
  {
    name: 'a newer version takes the place of the former one, with its pictures',
    call: create,
    as: 'writer',
    body: picture,
    status: 201,
    async proves({ body }, fixture) {
      const { design, writer, waiting } = fixture;
      const { add, change, active } = documents(fixture, writer);
      const thumbnail = body.document.id;
      const second = await add({ ...door, previousVersionId: design, isActive: true });
      assert.deepEqual([second.version, second.previousVersionId, second.isActive], ['2', design, true]);
      assert.deepEqual(await active(), [waiting, second.id]);
      const other = await add({ ...door, extension: 'dgn' });
      assert.deepEqual(await active(), [waiting, second.id, other.id], 'another chain has an active one of its own');
      await change(design, { ...door, isActive: true });
      assert.deepEqual(await active(), [design, waiting, thumbnail, other.id]);
      await change(design, { ...door, isActive: false });
      assert.deepEqual(await active(), [waiting, other.id], 'a chain may be without an active one');
    },
  },
  {
    name: 'versions are counted where they are numbers',
    call: create,
    as: 'writer',
    body: { ...door, version: 'A', previousVersionId: '{design}' },
    status: 201,
    async proves({ body }, fixture) {
      const { add } = documents(fixture, fixture.writer);
      assert.equal(body.document.version, 'A');
      assert.equal((await add({ ...door, previousVersionId: body.document.id })).version, 'A.1');
    },
  },
  {
    name: 'a newer version that is not to be active',
    call: create,
    as: 'editor',
    body: { ...door, previousVersionId: '{design}', isActive: false },
    status: 422,
    targets: ['isActive'],
    proves: (answer) => assert.deepEqual(messagesOf(answer), ['IsActive must be true for a document to upversion.']),
  },
  {
    name: 'a newer version of what is no design',
    call: create,
    as: 'editor',
    body: { ...door, previousVersionId: '{waiting}' },
    status: 422,
    targets: ['previousVersionId'],
  },
  {
    name: 'a newer version of what is no id',
    call: create,
    as: 'editor',
    body: { ...door, previousVersionId: 'x' },
    status: 422,
    proves: (answer) => assert.deepEqual(messagesOf(answer), ['Provided PreviousVersionId is not valid.']),
  },
  {
    name: 'a former version is set once, and never in a circle',
    call: create,
    as: 'editor',
    body: { ...door, extension: 'dgn' },
    status: 201,
    async proves({ body }, fixture) {
      const { design, writer } = fixture;
      const { change, refused, active } = documents(fixture, writer);
      const { id } = body.document;
      const dgn = { ...door, extension: 'dgn' };
      const joined = await change(id, { ...dgn, previousVersionId: design });
      assert.deepEqual([joined.previousVersionId, joined.version], [design, '1']);
      assert.ok(!(await active()).includes(design));
      assert.equal((await change(id, dgn)).previousVersionId, design, 'left out it stays');
      for (const [one, previous] of [
        [id, id],
        [design, id],
        [design, design],
      ] as const) {
        const answer = await refused(one, { ...(one === id ? dgn : door), previousVersionId: previous });
        assert.deepEqual([answer.status, answer.body.error.details[0].target], [422, 'previousVersionId']);
      }
    },
  },
  {
    name: 'a type catalog of its design',
    call: create,
    as: 'editor',
    body: types,
    status: 201,
    async proves({ body }, { p, writer, component, design }) {
      const href = `${p.baseUrl}/library/components/${component}/documents/${design}`;
      assert.deepEqual(body.document._links.associatedDesignDocument, { href });
      const call = `POST /library/components/${component}/documents`;
      const twice = await p.call(writer, call, {
        body: { ...types, version: '2', associatedDesignDocument: design },
      });
      assert.deepEqual(messagesOf(twice), [
        "Only one document with purpose 'TypeCatalog' is allowed per design document.",
      ]);
      assert.equal((await remove(p, writer, component, design)).status, 204);
      const { documents: left } = await made(p, writer, `GET /library/components/${component}/documents`);
      assert.ok(!left.some((one: { purpose: string }) => one.purpose === 'TypeCatalog'));
    },
  },
  {
    name: 'a type catalog without a design, of another extension',
    call: create,
    as: 'editor',
    body: { displayName: 'Door', extension: 'csv', purpose: 'TypeCatalog' },
    status: 422,
    proves: (answer) =>
      assert.deepEqual(messagesOf(answer), [
        "Document with purpose 'TypeCatalog' must have associatedDesignDocument.",
        "Document with purpose 'TypeCatalog' only support extension 'txt'.",
      ]),
  },
  {
    name: 'a type catalog of another name',
    call: create,
    as: 'editor',
    body: { ...types, displayName: 'Gate' },
    status: 422,
    targets: ['displayName'],
  },
  {
    name: 'pictures and later versions outlive their design',
    call: create,
    as: 'writer',
    body: picture,
    status: 201,
    async proves({ body }, fixture) {
      const { p, writer, component, design, waiting } = fixture;
      const { add, active } = documents(fixture, writer);
      const second = await add({ ...door, previousVersionId: design });
      assert.equal((await remove(p, writer, component, design)).status, 204);
      const { documents: left } = await made(p, writer, `GET /library/components/${component}/documents`);
      const of = (id: string) => left.find((one: { id: string }) => one.id === id);
      assert.equal(of(second.id).previousVersionId, undefined);
      assert.deepEqual(of(body.document.id)._links.associatedDesignDocument, undefined);
      assert.deepEqual((await active()).sort(), [waiting, body.document.id, second.id].sort());
    },
  },
];
