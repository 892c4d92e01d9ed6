import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Person, requireSuccess } from '../../../../test/support/platform.ts';
import { type Fixture, fixtureOf, newForm, peopleOf, withTemplates } from '../testing/fixture.ts';

/** What a request may change, by the permission that its change takes. */
const changes = {
  fill: {
    subject: 'Other',
    description: null,
    properties: { Weather: 'Dry' },
    location: { latitude: 1, longitude: 2 },
  },
  assign: { assignee: null, assignees: [] },
  step: { status: 'Closed' },
} as const;
type Kind = keyof typeof changes;

/** Which of the changes each person may make, alone and together. */
const may: Readonly<Record<string, readonly Kind[] | 'none' | 'unseen'>> = {
  full: ['fill', 'assign', 'step'],
  creator: ['fill'],
  assigner: ['assign'],
  approver: ['assign', 'step'],
  commenter: 'none',
  viewer: 'none',
  remover: 'none',
  visitor: 'unseen',
  stranger: 'unseen',
};

const kinds = Object.keys(changes) as Kind[];
const sets = kinds
  .flatMap((_, at) => kinds.map((_kind, to) => kinds.slice(at, to + 1)))
  .filter((set) => set.length > 0);

function due(name: string, set: readonly Kind[], isClosed: boolean): number {
  const held = may[name];
  if (held === 'unseen' || held === undefined) return 404;
  if (held === 'none' || set.some((kind) => !held.includes(kind))) return 403;
  return isClosed ? 422 : 200; // a closed form lets nothing be changed, and is not closed once more
}

eachPlatform(
  'changes of forms',
  (platform) => {
    it('are decided by permission, then by status and its editable properties', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p, creator, full, log } = fixture;
      const wrong: string[] = [];
      for (const name of Object.keys(may)) {
        const person = fixture[name as keyof Fixture] as Person;
        for (const set of sets) {
          for (const isClosed of [false, true]) {
            const id = await newForm(p, creator, log, { subject: 'One', description: 'Two' });
            const close = { body: { status: 'Closed' } };
            if (isClosed) requireSuccess(await p.call(full, `PATCH /forms/${id}`, close));
            const asked = Object.assign({}, ...set.map((kind) => changes[kind]), isClosed ? { status: 'Open' } : {});
            const body = set.includes('step') ? asked : { ...asked, status: undefined };
            const expected = isClosed && set.includes('step') ? due(name, set, true) : due(name, set, isClosed);
            const { status } = await p.call(person, `PATCH /forms/${id}`, { body });
            if (status !== expected)
              wrong.push(`${name}, ${set}, ${isClosed ? 'closed' : 'open'}: ${status} for ${expected}`);
          }
        }
      }
      assert.deepEqual(wrong, []);
    });

    it('set back what is null, and nothing that is absent', async () => {
      const { p, full, log } = await fixtureOf(await peopleOf(await platform()));
      const whole = {
        subject: 'a',
        description: 'b',
        dueDate: '2025-03-05',
        properties: { Weather: 'Rain', Checked: true },
        modelPin: { location: { x: 1, y: 2, z: 3 } },
      };
      const id = await newForm(p, full, log, whole);
      const patched = async (body: object) =>
        requireSuccess(await p.call(full, `PATCH /forms/${id}`, { body })).formData;
      for (const name of ['subject', 'description', 'dueDate', 'modelPin', 'assignee', 'assignees']) {
        const former = await patched({});
        const { lastModifiedDateTime: _, [name]: gone, ...rest } = former;
        assert.notEqual(gone, undefined, name);
        const { lastModifiedDateTime: __, ...next } = await patched({ [name]: null });
        assert.deepEqual(next, rest, name);
      }
      assert.deepEqual((await patched({ properties: null })).properties, whole.properties);
      assert.deepEqual((await patched({ properties: { Weather: null } })).properties, { Checked: true });
    });

    it('are told by ETag: of two at once one is refused', async () => {
      const { p, full, open } = await fixtureOf(await peopleOf(await platform()));
      const etag = (await p.call(full, `GET /forms/${open}`)).headers.get('etag') ?? '';
      const change = (subject: string) =>
        p.call(full, `PATCH /forms/${open}`, { body: { subject }, headers: { 'If-Match': etag } });
      const answers = await Promise.all([change('first'), change('second')]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
    });
  },
  withTemplates,
);
