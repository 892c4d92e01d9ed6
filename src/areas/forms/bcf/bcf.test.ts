import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import sharp from 'sharp';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, type Person, requireSuccess } from '../../../../test/support/platform.ts';
import type { BcfTopic } from '../../../engines/bcf/params.ts';
import { readBcf } from '../../../engines/bcf/read.ts';
import { commentGuid, topicGuid, version21, viewpointGuid, zipped } from '../../../engines/bcf/testing/files.ts';
import { viewOf } from '../../../engines/bcf/visinfo.ts';
import { q as blobs } from '../../../kernel/blobs/tables.ts';
import { houseFile, imported as importedModel, newModel } from '../../models/testing/files.ts';
import { type Fixture, fixtureOf, importedTemplate, peopleOf, withTemplates } from '../testing/fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'forms-bcf-'));
after(() => rmSync(root, { recursive: true, force: true }));
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
  .png()
  .toBuffer();
const old = readFileSync(await zipped(root, 'old.bcfzip', version21(picture)));
let counter = 0;

/** Imports a file; answers the job when it has ended. */
async function imported({ p, twinId }: Fixture, who: Person, definition: string, file: Uint8Array) {
  const path = `/forms/bcf?twinId=${twinId}&formDefinitionId=${definition}`;
  const headers = { 'Content-Type': 'application/octet-stream' };
  const begun = await p.call(who, `POST ${path}`, { body: new Uint8Array(file), headers });
  assert.equal(begun.status, 202);
  assert.ok(begun.headers.get('location')?.endsWith(`/jobs/${begun.body.job.id}`));
  return eventually(async () => {
    const { job } = (await p.call(who, `GET /jobs/${begun.body.job.id}`)).body;
    assert.ok(['Succeeded', 'Failed'].includes(job.state), job.state);
    return job;
  });
}

/** The topics of the forms of a twin. */
async function exported({ p, twinId }: Fixture, who: Person, filter = ''): Promise<BcfTopic[]> {
  const headers = { Authorization: `Bearer ${who.token}` };
  const answer = await fetch(`${p.baseUrl}/forms/bcf?twinId=${twinId}${filter}`, { headers });
  assert.equal(answer.status, 200);
  const [input, output, folder] = ['bcf', 'jsonl', 'files'].map((name) => join(root, `${counter++}.${name}`));
  assert.ok(input && output && folder);
  mkdirSync(folder);
  writeFileSync(input, Buffer.from(await answer.arrayBuffer()));
  const { faults } = await readBcf(
    { input, output, folder, inflated: 2 ** 26, topics: 5000 },
    { progress() {}, log() {} },
  );
  assert.deepEqual(faults, []);
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

eachPlatform(
  'BCF',
  (platform) => {
    it('files of other programs become forms with views, comments and documents, once however often they come', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p, full, twinId } = fixture;
      const issue = await importedTemplate(p, full, twinId, 'Issue');
      const job = await imported(fixture, full, issue, old);
      assert.deepEqual([job.state, job.message], ['Succeeded', '1 made, 0 changed, 0 as they were, 0 skipped']);
      assert.ok(job.log.some((line: string) => line.includes('nobody@example.com')));
      const { formData } = requireSuccess(await p.call(full, `GET /forms/${topicGuid}`));
      const { subject, description, dueDate, properties, status, modelView, sourceEntity } = formData;
      assert.deepEqual(
        [subject, description, dueDate, status, properties],
        [
          'Door & wall <clash>',
          'The door does not open.\nLine two.',
          '2030-01-01T00:00:00.000Z',
          'Open',
          { Priority: 'High', Labels: ['Architecture', 'Structure'], Stage: 'Execution' },
        ],
      );
      assert.equal(sourceEntity.modelElement.modelName, 'duplex.ifc');
      const { savedView } = requireSuccess(await p.call(full, `GET /savedviews/${modelView.savedViewId}`));
      assert.deepEqual([savedView.shared, savedView.displayName], [true, `${formData.number} 1`]);
      assert.deepEqual(savedView.savedViewData.twin3dView.camera.eye, [12.5, -3.25, 4]);
      assert.equal((await p.call(full, `GET /savedviews/${modelView.savedViewId}/image`)).status, 200);
      const { comments } = (await p.call(full, `GET /forms/${topicGuid}/comments`)).body;
      assert.deepEqual(
        comments.map(({ text }: { text: string }) => text),
        ['mason@example.com: Who moved it?'],
      );
      const { attachments } = (await p.call(full, `GET /forms/${topicGuid}/attachments`)).body;
      assert.deepEqual(
        attachments.map(({ fileName, size }: { fileName: string; size: number }) => [fileName, size]),
        [['plan.txt', 15]],
      );
      const again = await imported(fixture, full, issue, old);
      assert.equal(again.message, '0 made, 0 changed, 1 as they were, 0 skipped');
    });

    it('go out as they came in, with what the platform does not know', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p, full, twinId } = fixture;
      const guid = crypto.randomUUID();
      const entries = Object.entries(version21(picture)).map(([name, content]): [string, string | Buffer] => [
        name.replace(topicGuid, guid),
        typeof content === 'string'
          ? content.replaceAll(topicGuid.toUpperCase(), guid).replaceAll(commentGuid, crypto.randomUUID())
          : content,
      ]);
      const file = readFileSync(await zipped(root, `${guid}.bcf`, Object.fromEntries(entries)));
      const issue = await importedTemplate(p, full, twinId, 'Issue', { type: 'Coordination' });
      assert.equal((await imported(fixture, full, issue, file)).state, 'Succeeded');
      const [topic, ...others] = await exported(fixture, full, '&type=Coordination');
      assert.ok(topic && others.length === 0);
      assert.deepEqual(
        [topic.guid, topic.type, topic.creationAuthor, topic.creationDate],
        [guid, 'Clash', 'mason@example.com', '2019-06-04T12:00:00+02:00'],
      );
      assert.deepEqual(
        topic.comments.map(({ author, text, viewpoint }) => [author, text, viewpoint]),
        [['mason@example.com', 'Who moved it?', viewpointGuid]],
      );
      assert.deepEqual(
        topic.kept.nodes.map(({ name }) => name),
        ['ReferenceLinks', 'Index', 'BimSnippet', 'DocumentReferences', 'RelatedTopics'],
      );
      assert.deepEqual(readFileSync(topic.viewpoints[0]?.snapshot ?? ''), picture);
      assert.equal(topic.documents.length, 1);
      assert.deepEqual(
        topic.files.map(({ name, path }) => [name, readFileSync(path)]),
        [
          [`bitmap-${viewpointGuid}-1.png`, picture],
          ['snippet.ifc', Buffer.from('ISO-10303-21;')],
        ],
      );
      const kept = () =>
        p.app.db.all(
          blobs.selectFrom('blobs').select('id').where('container', '=', 'topics').where('state', '=', 'kept'),
        );
      const before = await kept();
      await imported(fixture, full, issue, file);
      assert.equal((await kept()).length, before.length);
      requireSuccess(await p.call(full, `DELETE /forms/${guid}`));
      requireSuccess(await p.call(full, `DELETE /forms/form-definitions/${issue}?hardDeleteSoftDeletedData=true`));
      assert.equal((await kept()).length, before.length - 2);
    });

    it('a viewpoint that nobody took a picture of is drawn of the model, for those who may read models', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p, owner, full, open, openGuid, twinId } = fixture;
      const { _links } = requireSuccess(await p.call(owner, `GET /storage/?twinId=${twinId}`));
      const folder = _links.folder.href.split('/').at(-1);
      const { id: modelId } = await newModel(p, owner, folder, 'house.ifc', houseFile(5));
      await importedModel(p, owner, modelId);
      const listed = requireSuccess(await p.call(owner, `GET /models/${modelId}/elements`));
      const wall = listed.elements.find((one: { class: string }) => /^IfcWall/.test(one.class));
      const cameraView = {
        viewPoint: { x: 2, y: -6, z: 1.5 },
        direction: { x: 0, y: 1, z: 0 },
        up: { x: 0, y: 0, z: 1 },
        fieldOfView: 60,
      };
      const sourceEntity = { modelElement: { modelId, elementId: wall.id } };
      const viewed = { sourceEntity, modelView: { cameraView } };
      const chosen = { sourceEntity, modelView: null };
      const shotOf = async (who: Person, body: object, at: string) => {
        requireSuccess(await p.call(owner, `PATCH /forms/${open}`, { body }));
        const topics = await exported(fixture, who, at);
        return topics.find(({ guid }) => guid === openGuid)?.viewpoints[0]?.snapshot;
      };
      for (const body of [viewed, chosen]) {
        for (const version of ['', '&version=2.1']) {
          // a picture that only has a title is not kept when it is read
          assert.equal(await shotOf(full, body, version), undefined);
          const drawn = await shotOf(owner, body, version);
          assert.ok(drawn);
          const { data } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
          const colors = new Set<string>();
          for (let at = 0; at < data.length; at += 3) colors.add(data.subarray(at, at + 3).toString('hex'));
          assert.ok(colors.size > 1 && colors.has('eef1f4'), [...colors].slice(0, 9).join());
        }
      }
    });

    it('forms of the platform come back as themselves, changed elsewhere; what may not be changed is told', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p, full, creator, twinId, open, openGuid, log } = fixture;
      const camera = {
        viewPoint: { x: 1, y: 2, z: 3 },
        direction: { x: 0, y: 1, z: 0 },
        up: { x: 0, y: 0, z: 1 },
        fieldOfView: 45,
      };
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body: { modelView: { cameraView: camera } } }));
      const topics = await exported(fixture, full, `&formDefinitionId=${log}`);
      const topic = topics.find(({ guid }) => guid === openGuid);
      assert.ok(topic);
      assert.deepEqual(
        [topic.title, topic.status, topic.comments.length, topic.documents.length],
        ['Deck pour', 'Open', 1, 1],
      );
      assert.deepEqual(
        viewOf(topic.viewpoints[0]?.node ?? { name: '', attributes: {}, children: [], text: '' }).camera,
        camera,
      );
      const old = await exported(fixture, full, `&formDefinitionId=${log}&version=2.1`);
      const told = (all: readonly BcfTopic[]) =>
        all.map((one) => [one.guid, one.title, one.comments, one.documents.map(({ name }) => name)]);
      assert.deepEqual(told(old), told(topics));
      const whole = await fetch(`${p.baseUrl}/forms/bcf?twinId=${twinId}`, {
        headers: { Authorization: `Bearer ${full.token}` },
      });
      const file = new Uint8Array(await whole.arrayBuffer());
      requireSuccess(await p.call(full, `PATCH /forms/${open}`, { body: { subject: 'Renamed here' } }));
      const job = await imported(fixture, creator, log, file);
      assert.equal(job.state, 'Succeeded');
      const { formData } = (await p.call(full, `GET /forms/${open}`)).body;
      assert.equal(formData.subject, 'Deck pour');
      const { comments } = (await p.call(full, `GET /forms/${open}/comments`)).body;
      assert.equal(comments.length, 1);
    });

    it('files of other programs that are not as they must be lose nothing, and the job tells what was forgiven', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const { p, full, twinId } = fixture;
      const issue = await importedTemplate(p, full, twinId, 'Issue');
      const entries = version21(picture);
      const [markup, shot] = [`${topicGuid}/markup.bcf`, `${topicGuid}/snapshot.png`];
      const { [shot]: moved = '', ...others } = entries;
      const odd = { ...others, [markup]: `\n${String(entries[markup]).replace('\uFEFF', '')}`, 'snapshot.png': moved };
      const job = await imported(fixture, full, issue, readFileSync(await zipped(root, 'odd.bcf', odd)));
      assert.deepEqual([job.state, job.message], ['Succeeded', '1 made, 0 changed, 0 as they were, 0 skipped']);
      assert.match(job.log.join('\n'), /blanks before its XML declaration were skipped/);
      assert.match(job.log.join('\n'), /its picture snapshot\.png was found as snapshot\.png/);
      const [topic] = await exported(fixture, full, `&formDefinitionId=${issue}`);
      const viewpoint = topic?.viewpoints.find(({ guid }) => guid === viewpointGuid);
      assert.deepEqual(viewpoint && viewOf(viewpoint.node).camera?.viewPoint, { x: 12.5, y: -3.25, z: 4 });
      assert.deepEqual(readFileSync(viewpoint?.snapshot ?? ''), picture);
    });

    it('that are none end the job with the reason, and nothing is made', async () => {
      const fixture = await fixtureOf(await peopleOf(await platform()));
      const job = await imported(fixture, fixture.full, fixture.log, new TextEncoder().encode('nothing'));
      assert.equal(job.state, 'Failed');
      assert.match(JSON.stringify(job), /no BCF file/);
    });
  },
  withTemplates,
);
