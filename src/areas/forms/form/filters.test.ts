import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { fixtureOf, newForm, peopleOf, withTemplates } from '../testing/fixture.ts';

eachPlatform(
  'filters of forms',
  (platform) => {
    it('find forms by status, people, definition, element, text and due date, all at once', async () => {
      const {
        p,
        creator,
        viewer,
        viewer: somebody,
        twinId,
        inspection,
        log,
        open,
        closed,
      } = await fixtureOf(await peopleOf(await platform()));
      const modelId = crypto.randomUUID();
      const one = await newForm(p, creator, inspection, {
        subject: 'Door 50%',
        dueDate: '2025-03-05',
        assignees: [{ id: somebody.userId }],
        sourceEntity: { modelElement: { modelId: modelId.toUpperCase(), elementId: '0x1a 0x2b' } },
      });
      const found = async (query: string) => {
        const { body } = await p.call(viewer, `GET /forms/?twinId=${twinId}&${query}`);
        return requireSuccess({ status: 200, body, headers: new Headers() }).formDataInstances.map(
          ({ id }: { id: string }) => id,
        );
      };
      for (const query of [
        `assigneeId=${somebody.userId.toUpperCase()}`,
        `modelId=${modelId}`,
        `elementId=0x2b&modelId=${modelId}`,
        'search=oor%2050%25',
        'dueBefore=2025-03-06',
        `formDefinitionId=${inspection}&search=ins-00002`,
        `assigneeId=${somebody.userId}&status=Open&elementId=0x1a`,
      ]) {
        assert.deepEqual(await found(query), [one], query);
      }
      for (const query of [
        'search=%25%25',
        'elementId=0x1',
        'dueBefore=2025-03-05',
        `status=Open&modelId=${modelId}&type=RFI`,
      ]) {
        assert.deepEqual(await found(query), [], query);
      }
      assert.deepEqual(await found(`formDefinitionId=${log}&status=Closed`), [closed]);
      assert.ok((await found('search=POUR')).includes(open));
    });

    it('that cannot be meant are refused, and unknown to version 1', async () => {
      const { p, viewer, twinId } = await fixtureOf(await peopleOf(await platform()));
      const call = `GET /forms/?twinId=${twinId}&assigneeId=x&formDefinitionId=y&modelId=z&dueBefore=soon`;
      const { status, body } = await p.call(viewer, call);
      const targets = body.error.details.map(({ target }: { target: string }) => target);
      assert.deepEqual([status, targets], [422, ['assigneeId', 'modelId', 'dueBefore', 'formDefinitionId']]);
      const headers = { Accept: 'application/vnd.vendor.twin-platform.v1+json' };
      assert.equal((await p.call(viewer, call, { headers })).status, 200);
    });
  },
  withTemplates,
);
