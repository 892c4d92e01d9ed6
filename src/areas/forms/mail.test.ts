import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../test/support/platform.ts';
import { fixtureOf, peopleOf, withTemplates } from './testing/fixture.ts';

eachPlatform(
  'mails of forms',
  (platform) => {
    async function told() {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p } = fixture;
      const sent: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
      const { mail } = p.app.ports;
      const send: typeof mail.send = async (_tx, one) => void sent.push(one);
      return { ...fixture, sent, send };
    }

    it('go to who became responsible, and of a step to who made the form', async (t) => {
      const { p, full, creator, assigner, visitor, open, sent, send } = await told();
      t.mock.method(p.app.ports.mail, 'send', send);
      const assignees = [assigner, visitor].map(({ userId }) => ({ id: userId }));
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body: { assignees } }));
      assert.deepEqual(
        sent.map(({ to, subject }) => [to, subject]),
        [[assigner.email, '[Bridge] DL-00001 was assigned to you: Deck pour']],
      );
      sent.length = 0;
      const body = { status: 'Closed', workflowNote: 'All done' };
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body }));
      assert.deepEqual(sent.map(({ to }) => to).sort(), [assigner.email, creator.email].sort());
      assert.ok(sent.every(({ subject }) => subject === '[Bridge] DL-00001 is now Closed: Deck pour'));
      assert.match(sent[0]?.text ?? '', /Note: All done/);
    });

    it('reach who holds a role, and give the role its name', async (t) => {
      const { p, full, owner, twinId, viewer, inspected, sent, send } = await told();
      t.mock.method(p.app.ports.mail, 'send', send);
      const { roles } = (await p.call(owner, `GET /accesscontrol/twins/${twinId}/roles`)).body;
      const role = roles.find((one: { permissions: string[] }) => one.permissions.join() === 'Forms_ViewAccess');
      const assignees = [{ id: role.id, displayName: 'Somebody', isRole: false }];
      const { formData } = requireSuccess(await p.call(full, `PATCH /forms/${inspected}`, { body: { assignees } }));
      assert.deepEqual(formData.assignees, [{ id: role.id, displayName: role.displayName, isRole: true }]);
      assert.deepEqual(
        sent.map(({ to }) => to),
        [viewer.email],
      );
    });
  },
  withTemplates,
);
