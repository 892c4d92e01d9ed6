import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Environment, Program } from '../crash/program.ts';
import { type Installation, openInstallation } from '../support/installation.ts';

const root = join(import.meta.dirname, '../..');

/** A script of the project as an operator runs it: by the npm and the Node.js of the machine, whatever its version. */
async function npmRun(env: Environment, name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const own = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const child = spawn('npm', ['run', '-s', name, '--', ...args], {
    cwd: root,
    env: { ...process.env, PATH: own.join(delimiter), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const output = said + complained.replaceAll(/^npm warn .*\n/gm, '');
  return { code: await ended, output };
}

describe('scripts of operators', () => {
  const content = randomBytes(200_000);
  let installation: Installation;
  let backup = '';
  let env: Environment = {};
  let program: Program;
  let twinId = '';
  let fileId = '';
  const call: Installation['call'] = (...request) => installation.call(...request);
  const script = (name: string, ...args: string[]) => npmRun(env, name, ...args);
  const download = async () => {
    const link = await installation.link(`/storage/files/${fileId}/download`);
    return Buffer.from(await (await fetch(link)).arrayBuffer());
  };

  before(async () => {
    installation = await openInstallation();
    ({ env } = installation);
    backup = join(installation.folder, 'backup');
    program = installation.start();
    await program.ready();
    await installation.signIn();
    const twin = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge', number: 'B-1' };
    twinId = (await call('POST', '/twins/', twin)).body.twin.id;
    fileId = await installation.file(twinId, 'a.bin', content);
  });
  after(() => installation.remove());

  it('restore-twin lists and brings back a deleted twin, seen by the running server at once', async () => {
    assert.equal((await script('restore-twin')).output, 'No twin is deleted.\n');
    assert.equal((await call('DELETE', `/twins/${twinId}`)).status, 204);
    assert.equal((await call('GET', `/twins/${twinId}`)).status, 404);
    assert.match((await script('restore-twin')).output, new RegExp(`^${twinId} {2}Project 'Bridge', deleted `));
    const other = (
      await call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'B', number: 'b-1' })
    ).body.twin.id;
    const refused = await script('restore-twin', twinId);
    assert.deepEqual([refused.code, refused.output.includes(`${other} has its number`)], [2, true]);
    assert.equal((await call('DELETE', `/twins/${other}`)).status, 204);
    const restored = await script('restore-twin', twinId);
    assert.deepEqual(restored, { code: 0, output: `The Project 'Bridge' (${twinId}) is back.\n` });
    assert.equal((await call('GET', `/twins/${twinId}`)).status, 200);
    assert.ok((await download()).equals(content), 'with its files');
    const { entries } = (await call('GET', `/audit/entries?action=twin.restored&about=${twinId}`)).body;
    assert.deepEqual([entries.length, entries[0]?.about.name, entries[0]?.twinId], [1, 'Bridge', twinId]);
    assert.equal((await script('restore-twin', twinId)).code, 2, 'it is not deleted any more');
  });

  it('backup copies a running server; the copy is a data folder, also after a second backup into it', async () => {
    const first = await script('backup', backup);
    assert.equal(first.code, 0, first.output);
    assert.match(first.output, /1 objects, 1 of them new/);
    const writing = Array.from({ length: 40 }, (_, at) =>
      call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: `Twin ${at}` }),
    );
    const second = await script('backup', backup);
    await Promise.all(writing);
    assert.equal(second.code, 0, second.output);
    assert.match(second.output, /1 objects, 0 of them new/);

    await call('DELETE', `/twins/${twinId}`);
    await program.end('SIGINT');
    program = installation.start({ DATA_DIR: backup });
    await program.ready();
    assert.equal((await call('GET', `/twins/${twinId}`)).status, 200, 'as it was; the old token and key are valid');
    assert.ok((await download()).equals(content));
    await program.end('SIGINT');
  });

  it('restore puts a backup into an empty DATA_DIR, refuses one that is not, and can be run again', async () => {
    const other = join(installation.folder, 'restored');
    const refused = await npmRun(env, 'restore', backup);
    assert.equal(refused.code, 2);
    assert.match(refused.output, /data is not empty\. .*nothing was changed/);
    mkdirSync(join(other, 'restoring', 'blobs'), { recursive: true }); // an earlier one was interrupted
    const restored = await npmRun({ ...env, DATA_DIR: other }, 'restore', backup);
    assert.deepEqual(restored, {
      code: 0,
      output: `${other}: restored, with 1 contents. The log of requests is in no backup: a new one begins.\n`,
    });
    assert.ok(!readdirSync(other).includes('restoring'));
    program = installation.start({ DATA_DIR: other });
    await program.ready();
    assert.ok((await download()).equals(content));
    await program.end('SIGINT');
    const nothing = await npmRun({ ...env, DATA_DIR: join(installation.folder, 'x') }, 'restore', installation.folder);
    assert.deepEqual([nothing.code, /is no backup/.test(nothing.output)], [2, true]);
  });

  it('check re-hashes the store and looks through the database', async () => {
    const sound = await npmRun({ ...env, DATA_DIR: backup }, 'check');
    assert.equal(sound.code, 0, sound.output);
    assert.match(sound.output, /platform\.sqlite is sound\. 1 contents of 200000 bytes: all are as they were stored\./);
    const broken = join(installation.folder, 'broken');
    await npmRun({ ...env, DATA_DIR: broken }, 'restore', backup);
    const [object = ''] = objectsIn(broken);
    const bytes = readFileSync(object);
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1);
    writeFileSync(object, bytes);
    const changed = await npmRun({ ...env, DATA_DIR: broken }, 'check');
    assert.equal(changed.code, 1);
    assert.match(
      changed.output,
      /1 are lost:\n {2}storage\/uploads\/\S+ 'a\.bin': The bytes are not those that were stored/,
    );
    rmSync(object);
    assert.match((await npmRun({ ...env, DATA_DIR: broken }, 'check')).output, /'a\.bin': Object \S+ is missing\./);
    truncateSync(join(broken, 'platform.sqlite'), 20_000);
    const damaged = await npmRun({ ...env, DATA_DIR: broken }, 'check');
    assert.equal(damaged.code, 1);
    assert.match(damaged.output, /platform\.sqlite is damaged; restore a backup/);
  });

  it('backup goes on past missing and changed content, lists all of it at the end, each time, and ends with 1', async () => {
    const data = join(installation.folder, 'losing');
    const target = join(installation.folder, 'losing-backup');
    await npmRun({ ...env, DATA_DIR: data }, 'restore', backup);
    program = installation.start({ DATA_DIR: data });
    await program.ready();
    const [first = ''] = objectsIn(data);
    const add = async (name: string, bytes: Buffer<ArrayBuffer>) => {
      const before = objectsIn(data);
      await installation.file(twinId, name, bytes);
      return objectsIn(data).find((one) => !before.includes(one)) ?? '';
    };
    const missing = await add('missing.bin', randomBytes(1000));
    await add('whole.bin', randomBytes(1000));
    writeFileSync(first, randomBytes(200_000));
    rmSync(missing);
    for (let time = 0; time < 2; time++) {
      const { code, output } = await npmRun({ ...env, DATA_DIR: data }, 'backup', target);
      assert.equal(code, 1, output);
      assert.match(output, /2 contents are lost; all others are in the backup:/);
      assert.match(output, /'a\.bin': The bytes are not|'a\.bin': Object \S+ is missing/);
      assert.match(output, /'missing\.bin': Object \S+ is missing/);
    }
    const answer = await fetch(await installation.link(`/storage/files/${fileId}/download`));
    assert.equal(answer.status, 503, 'same length: its hash tells');
    await program.end('SIGINT');
    assert.equal(objectsIn(target).length, 1, 'what is whole is there');
  });

  it('backup tells what it needs', async () => {
    assert.equal((await script('backup')).code, 2);
    const refused = await npmRun({ ...env, DATABASE_URL: 'postgres://localhost/x' }, 'backup', backup);
    assert.equal(refused.code, 2);
    assert.match(refused.output, /pg_dump/);
  });
});

/** Paths of the objects of a data folder. */
const objectsIn = (dataDir: string): string[] => globSync(join(dataDir, 'blobs', '??', '*'));

describe('commands in the documentation', () => {
  const documents = globSync('{README,CONTRIBUTING,SECURITY}.md', { cwd: root }).concat(
    globSync('docs/*.md', { cwd: root }),
  );
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

  it('need npm only: none runs sources with the Node.js of the machine, which may be 20', () => {
    const wrong = documents.flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.filter((line) => /(?:^|[\s`(])node\s+\S+\.ts\b/.test(line)).map((line) => `${file}: ${line}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('name scripts that there are', () => {
    const wrong = documents.flatMap((file) => {
      const named = readFileSync(join(root, file), 'utf8').matchAll(/\bnpm run (?:-s )?([\w:-]+)(?![\w:-]| -w)/g);
      return [...named].map(([, name = '']) => name).filter((name) => !(name in scripts));
    });
    assert.deepEqual(wrong, []);
  });
});
