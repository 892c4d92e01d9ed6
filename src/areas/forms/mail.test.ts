import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, requireSuccess } from '../../../test/support/platform.ts';
import { startSmtpServer } from '../../kernel/mail/testing/smtp-server.ts';
import { tellDue } from './due.ts';
import { fixtureOf, peopleOf, withTemplates } from './testing/fixture.ts';

const smtp = await startSmtpServer();
after(() => smtp.close());
const environment = { ...withTemplates.environment, SMTP_URL: smtp.url };

const unfolded = (data: string): string => data.replaceAll(/\r\n[ \t]/g, ' ');

/** Mails about something, by who got them. */
const about = (words: string) =>
  smtp.mails
    .filter(({ data }) => unfolded(data).includes(words))
    .map(({ to }) => to.join())
    .sort();

eachPlatform(
  'mails of forms',
  (platform) => {
    const newFixture = async () => fixtureOf(await peopleOf(await platform()));

    it('go to who became responsible and may view it, and of a step to who made the form', async () => {
      const { p, full, creator, assigner, visitor, open } = await newFixture();
      const name = `Deck ${open.slice(-8)}`;
      const assignees = [assigner, visitor, full].map(({ userId }) => ({ id: userId }));
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body: { subject: name, assignees } }));
      const body = { status: 'Closed', workflowNote: `All done ${name}` };
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body }));
      await eventually(async () => {
        assert.deepEqual(about(`is now Closed: ${name}`), [assigner.email, creator.email].sort());
        assert.deepEqual(about(`[Bridge] DL-00001 was assigned to you: ${name}`), [assigner.email]);
      });
      assert.deepEqual(about(`Note: All done ${name}`), [assigner.email, creator.email].sort());
    });

    it('tell once, and after six in the morning, who is responsible for a form whose date has passed', async () => {
      const { p, full, creator, open, closed } = await newFixture();
      const name = `Late ${open.slice(-8)}`;
      const dueDate = new Date(Date.now() - 3_600_000).toISOString();
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body: { subject: name, dueDate } }));
      assert.equal((await p.call(full, `PATCH /forms/${closed}`, { body: { dueDate } })).status, 422);
      const { db, ports } = p.app;
      const at = async (now: number) => {
        const quiet = { debug() {}, info() {}, warn() {}, error() {} };
        await tellDue({ db, ports, now: () => now, baseUrl: 'http://here', log: quiet }).run(
          new AbortController().signal,
        );
      };
      const [hour, day] = [3_600_000, 86_400_000];
      const morning = Math.ceil((Date.parse(dueDate) - 6 * hour) / day) * day + 6 * hour;
      for (const now of [Date.parse(dueDate) - 1, morning - 1, morning, morning + hour]) await at(now);
      await eventually(async () => assert.deepEqual(about(`is due: ${name}`), [creator.email]));
    });

    it('reach who holds a role, and give the role its name', async () => {
      const { p, full, owner, twinId, viewer, inspected } = await newFixture();
      const { roles } = (await p.call(owner, `GET /accesscontrol/twins/${twinId}/roles`)).body;
      const role = roles.find((one: { permissions: string[] }) => one.permissions.join() === 'Forms_ViewAccess');
      const name = `Pump ${inspected.slice(-8)}`;
      const assignees = [{ id: role.id, displayName: 'Somebody', isRole: false }];
      const answer = await p.call(full, `PATCH /forms/${inspected}`, { body: { subject: name, assignees } });
      const { formData } = requireSuccess(answer);
      assert.deepEqual(formData.assignees, [{ id: role.id, displayName: role.displayName, isRole: true }]);
      await eventually(async () => assert.deepEqual(about(`was assigned to you: ${name}`), [viewer.email]));
    });
  },
  { environment },
);
