import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { commentGuid, topicGuid, version21, zipped } from '../../src/engines/bcf/testing/files.ts';
import { chanceOf, seedOf, sized } from '../support/chance.ts';
import { findBrokenBlobs, findHalfWrites } from './inspect.ts';
import { killed, newTwin, onPostgres, onStage } from './stage.ts';
import { comesTrue } from './steps.ts';
import { expect, type World } from './world.ts';

const topics = 150;
const kills = sized(3, 5);

/** A file of many topics, each with a comment, a viewpoint with its picture, and a document. */
async function manyTopics(folder: string): Promise<Buffer> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  const one = Object.entries(version21(picture));
  const entries: Record<string, string | Buffer> = {};
  for (let at = 0; at < topics; at++) {
    const [guid, comment] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const [name, content] of one) {
      const own = (text: string) => text.replaceAll(topicGuid.toUpperCase(), guid).replaceAll(commentGuid, comment);
      entries[name.replace(topicGuid, guid)] = typeof content === 'string' ? own(content) : content;
    }
  }
  return readFileSync(await zipped(folder, 'many.bcfzip', entries));
}

async function begin(world: World, file: Buffer): Promise<string> {
  const twinId = await newTwin(world);
  const body = { templateName: 'Issue', destinationTwinId: twinId };
  const { formDefinition } = await expect(200, world.call('POST', '/forms/templates/import', body));
  const path = `/forms/bcf?twinId=${twinId}&formDefinitionId=${formDefinition.id}`;
  return (await expect(202, world.send('POST', path, file))).job.id;
}

const crash = (databaseUrl?: string): Promise<void> =>
  onStage({ databaseUrl }, async (first) => {
    const random = chanceOf(seedOf('an import of BCF that is killed'));
    const { world, inspector } = first;
    const { rows } = inspector;
    const folder = mkdtempSync(join(tmpdir(), 'twin-crash-bcf-'));
    const jobId = await begin(world, await manyTopics(folder).finally(() => rmSync(folder, { recursive: true })));
    const isDone = async () => (await rows(`SELECT state FROM jobs WHERE id = '${jobId}'`))[0]?.state === 'Succeeded';
    const made = async () => (await rows('SELECT id FROM forms')).length;
    let stage = first;
    for (let kill = 0; kill < kills && !(await isDone()); kill++) {
      const before = await made();
      await comesTrue('one more is made', 120, async () => (await made()) > before || (await isDone()));
      await sleep(random.whole(0, 200));
      await stage.program.end('SIGKILL');
      assert.deepEqual(await findHalfWrites(inspector), []);
      stage = await killed(stage);
    }
    await comesTrue('all are made', 120, isDone);
    assert.equal(await made(), topics);
    for (const table of ['form_comments', 'form_attachments', 'form_bcf', 'saved_views']) {
      assert.equal((await rows(`SELECT * FROM ${table}`)).length, topics, `${table}: one of each topic, none twice`);
    }
    assert.equal((await rows('SELECT id FROM saved_view_groups')).length, 1);
    assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), []);
    const left = "SELECT id FROM blobs WHERE area = 'forms' AND container = 'bcf' AND state = 'kept'";
    assert.deepEqual(await rows(left), []);
    return stage.program;
  });

describe('an import of BCF that is killed again and again', () => {
  it('makes each form once, on SQLite and files', () => crash());

  it('makes each form once, on PostgreSQL and files', () => onPostgres(crash));
});
