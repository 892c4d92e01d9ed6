import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { startSmtpServer } from '../../../kernel/mail/testing/smtp-server.ts';
import { fixtureOf, peopleOf, withTemplates } from '../testing/fixture.ts';
import { tellDue } from './due.ts';

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

    /** What the mails of a form due on a day say, after the server has looked at some times. */
    const toldAt = async (
      fixture: Awaited<ReturnType<typeof newFixture>>,
      dueDate: string,
      times: readonly string[],
    ) => {
      const { p, full, open, closed } = fixture;
      const name = `Late ${open.slice(-8)} ${dueDate}`;
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body: { subject: name, dueDate } }));
      assert.equal((await p.call(full, `PATCH /forms/${closed}`, { body: { dueDate } })).status, 422);
      const { db, ports } = p.app;
      const quiet = { debug() {}, info() {}, warn() {}, error() {} };
      for (const time of times) {
        const kit = { db, ports, now: () => Date.parse(time), baseUrl: 'http://here', log: quiet };
        await tellDue(kit).run(new AbortController().signal);
      }
      return name;
    };

    it('tell once who is responsible for a form, from six in the morning after its due day where its twin is', async () => {
      const fixture = await newFixture();
      const { p, owner, creator, twinId } = fixture;
      requireSuccess(await p.call(owner, `PATCH /twins/${twinId}`, { body: { ianaTimeZone: 'America/Los_Angeles' } }));
      const early = await toldAt(fixture, '2035-03-05', ['2035-03-06T07:59:00Z', '2035-03-06T13:59:00Z']);
      const late = await toldAt(fixture, '2035-03-07', ['2035-03-08T14:00:00Z', '2035-03-08T15:00:00Z']);
      await eventually(async () => assert.deepEqual(about(`is due: ${late}`), [creator.email]));
      const [mail] = smtp.mails.filter(({ data }) => unfolded(data).includes(`is due: ${late}`));
      assert.match(unfolded(mail?.data ?? ''), /Due: 2035-03-07/);
      assert.deepEqual(about(`is due: ${early}`), []);
    });

    it('tell of a due day in a twin without a time zone once the day has ended everywhere', async () => {
      const fixture = await newFixture();
      const early = await toldAt(fixture, '2036-03-05', ['2036-03-06T11:59:00Z']);
      const late = await toldAt(fixture, '2036-03-07', ['2036-03-08T12:00:00Z', '2036-03-08T13:00:00Z']);
      await eventually(async () => assert.deepEqual(about(`is due: ${late}`), [fixture.creator.email]));
      assert.deepEqual(about(`is due: ${early}`), []);
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
