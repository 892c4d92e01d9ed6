import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform } from '../../../test/support/platform.ts';
import { houseFile, imported, putContent, southWall, truncatedFile } from '../models/testing/files.ts';
import {
  blockedModel,
  changesetsOf,
  compare,
  ended,
  modelOf,
  type Place,
  pathOf,
  peopleOf,
  placeOf,
  resultOf,
  unblock,
} from './testing/fixture.ts';

eachPlatform('comparison jobs', (platform) => {
  let place: Promise<Place> | undefined;
  const fixture = () => {
    place ??= platform().then(peopleOf).then(placeOf);
    return place;
  };
  const eventsOf = ({ p }: Place) => p.takeEvents().filter(({ type }) => type === 'changedElements.jobCompleted.v1');
  const jobOf = async ({ p, maker, twinId }: Place, path: string) => {
    const { jobs } = (await p.call(maker, `GET /jobs?kind=changedElements.compare&twinId=${twinId}`)).body;
    return jobs.find((job: { _links: { resource: { href: string } } }) => job._links.resource.href.endsWith(path));
  };
  const changesOf = async (at: Place, path: string) => {
    const { globalIds = [], opcodes = [], type = [] } = await resultOf(await ended(at, path));
    const changes = globalIds.map((id, n) => [String(id), [opcodes[n], type[n]]] as const);
    return Object.fromEntries(changes);
  };

  it('compare the state before the first with that after the last changeset, and tell of their end', async () => {
    const at = await fixture();
    const house = await modelOf(at, houseFile(5), houseFile(6), truncatedFile(), houseFile(undefined), houseFile(6));
    const [first, second, third, fourth, fifth] = house.changesets;
    eventsOf(at);
    const path = await compare(at, house.id, second);
    assert.deepEqual(await changesOf(at, path), { [southWall]: [23, 2] });
    assert.deepEqual(
      eventsOf(at).map(({ twin, content }) => [twin.id, content]),
      [[at.twinId, { jobId: `${second}-${second}`, modelId: house.id, jobSucceeded: true }]],
    );
    await eventually(async () => {
      const job = await jobOf(at, path);
      assert.deepEqual([job.state, job.done, job.total, job.unit], ['Succeeded', 10, 10, 'elements']);
      assert.deepEqual([job.maxAttempts, job.title.endsWith(', version 2')], [4, true]);
    });

    const of = async (start = '', end = start) => changesOf(at, await compare(at, house.id, start, end));
    assert.equal(Object.values(await of(first)).filter(([opcode]) => opcode === 18).length, 5, 'nothing was before');
    assert.deepEqual(
      await of(first, second)
        .then(Object.keys)
        .then((ids) => ids.length),
      5,
    );
    assert.deepEqual(await of(fourth), { [southWall]: [9, 0] }, 'the failed one before does not count');
    assert.deepEqual(await of(third, fourth), { [southWall]: [9, 0] }, 'a failed start does not count either');
    assert.deepEqual(await of(fourth, fifth), {}, 'gone and back again');
  });

  it('wait for imports, and then compare or fail with them', async () => {
    const at = await fixture();
    const { p, maker } = at;
    const model = await blockedModel(at, houseFile(5));
    await putContent(p, maker, model.fileId, houseFile(6));
    await putContent(p, maker, model.fileId, truncatedFile());
    const [, second, third] = await changesetsOf(at, model.id);
    eventsOf(at);
    const [good, bad] = [await compare(at, model.id, second), await compare(at, model.id, second, third)];
    assert.equal((await p.call(maker, `GET ${good}`)).body.comparisonJob.status, 'Queued');
    assert.equal((await jobOf(at, bad)).step, 'Waiting for the import of version 3');
    await unblock(at);
    assert.deepEqual(await changesOf(at, good), { [southWall]: [23, 2] });
    const failed = await ended(at, bad);
    assert.equal(failed.status, 'Failed');
    assert.match(failed.errorDetails ?? '', /^Line \d+: .*ends in the middle/);
    await eventually(async () => assert.equal((await jobOf(at, bad)).state, 'Failed'));
    const told = eventsOf(at).map(({ content }) => (content as { jobSucceeded: boolean }).jobSucceeded);
    assert.deepEqual(told.sort(), [false, true]);
  });

  it('of the same two changesets there is one, also when many ask at once', async () => {
    const at = await fixture();
    const { p, maker, reader, twinId } = at;
    const { id: modelId, changesets } = await modelOf(at, houseFile(5));
    const [startChangesetId] = changesets;
    const body = { twinId, modelId, startChangesetId, endChangesetId: startChangesetId };
    const ask = (who = maker) => p.call(who, 'POST /changedelements/comparisonjob', { body });
    const answers = await Promise.all([ask(), ask(reader), ask(), ask(reader), ask()]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [202, 409, 409, 409, 409]);
    // and of another model with the same content, which has the same ids
    const twin = await modelOf(at, houseFile(5));
    assert.equal(twin.changesets[0], startChangesetId);
    await ended(at, await compare(at, twin.id, startChangesetId));
  });

  it('are cancelled and tried again in /jobs', async () => {
    const at = await fixture();
    const { p, maker, manager } = at;
    const model = await blockedModel(at, houseFile(5));
    const [first] = await changesetsOf(at, model.id);
    eventsOf(at);
    const path = await compare(at, model.id, first);
    const { id } = await jobOf(at, path);
    assert.equal((await p.call(manager, `POST /jobs/${id}/cancel`)).status, 202);
    const failed = await ended(at, path);
    assert.deepEqual([failed.status, failed.errorDetails], ['Failed', 'Cancelled.']);
    assert.deepEqual(
      eventsOf(at).map(({ content }) => content),
      [{ jobId: `${first}-${first}`, modelId: model.id, jobSucceeded: false }],
    );
    const retried = (await p.call(maker, `POST /jobs/${id}/retry`)).body.job;
    assert.deepEqual([retried.state, retried.step], ['Queued', 'Waiting for the import of version 1']);
    assert.equal((await p.call(maker, `GET ${path}`)).body.comparisonJob.status, 'Queued');
    await unblock(at);
    assert.equal((await ended(at, path)).status, 'Completed');
  });

  it('are made for a call of version 1, and are jobs like others', async () => {
    const at = await fixture();
    const { p, reader } = at;
    const { id, changesets } = await modelOf(at, houseFile(5), houseFile(6));
    const [, second] = changesets;
    const about = `twinId=${at.twinId}&modelId=${id}&startChangesetId=${second}&endChangesetId=${second}`;
    const answer = await p.call(reader, `GET /changedelements/comparison?${about}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(answer.body.changedElements.globalIds, [southWall]);
    assert.equal((await ended(at, pathOf(at.twinId, id, `${second}-${second}`))).status, 'Completed');
  });

  it('go on while a model is recycled', async () => {
    const at = await fixture();
    const { p, maker } = at;
    const model = await blockedModel(at, houseFile(5));
    const [first] = await changesetsOf(at, model.id);
    const path = await compare(at, model.id, first);
    await p.call(maker, `DELETE /storage/files/${model.fileId}`);
    assert.equal((await p.call(maker, `GET ${path}`)).body.error.code, 'ComparisonNotFound');
    await unblock(at);
    await eventually(async () => assert.equal((await jobOf(at, path)).state, 'Succeeded'));
    await p.call(maker, `POST /storage/recyclebin/files/${model.fileId}/restore`);
    await imported(p, maker, model.id);
    assert.equal((await ended(at, path)).status, 'Completed');
  });
});
