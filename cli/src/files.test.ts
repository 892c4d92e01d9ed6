import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { eachPlatform, requireSuccess } from '../../test/support/platform.ts';
import { tableOfSources } from '../testing/table.ts';
import { type CallOptions, newFolder, twin } from '../testing/twin.ts';

/* Files of a twin by the commands that are no operations. */

const table = await tableOfSources();

eachPlatform('commands of files', (platform) => {
  /** A person with a twin, and a folder to be in. */
  async function someone(t: TestContext) {
    const p = await platform();
    const ada = await p.person();
    const { id } = await p.twin(ada, { displayName: 'Harbour' });
    const { folder, remove } = newFolder();
    t.after(remove);
    const env = { TWIN_URL: p.baseUrl, TWIN_TOKEN: ada.token, TWIN_TWIN: id, TWIN_CONFIG_DIR: folder, HOME: folder };
    const place = join(folder, 'work');
    mkdirSync(place);
    const call = (argv: readonly string[], options: CallOptions = {}) =>
      twin(table, argv, { cwd: place, ...options, env: { ...env, ...options.env } });
    /** `run('upload a.txt')`: what it says, where all goes well. */
    const run = async (line: string) => {
      const { exit, out, err } = await call(line.split(' '));
      assert.equal(exit, 0, err);
      return out;
    };
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), content);
    };
    return { p, ada, id, call, run, write, place };
  }

  const shape = (lines: string) => lines.replaceAll(/[\w-]{43}/g, '<id>');

  it('send files into folders, tell what became of each, and list them', async (t) => {
    const { run, call, write, place } = await someone(t);
    write('a.txt', 'one');
    write('photos/1.jpg', 'first');
    write('photos/deep/2.jpg', 'second');
    write('photos/notes.txt', 'none');
    write('photos/.DS_Store', 'none');
    mkdirSync(join(place, 'photos/empty'));
    symlinkSync(join(place, 'a.txt'), join(place, 'photos/link.jpg'));
    assert.equal(shape(await run('upload a.txt --to Structures/2026')), 'uploaded\t<id>\tStructures/2026/a.txt\n');
    assert.equal(shape(await run('upload a.txt --to /structures/2026')), 'unchanged\t<id>\tstructures/2026/a.txt\n');
    write('a.txt', 'two');
    assert.equal(
      shape(await run('upload a.txt --to Structures/2026 --if-exists skip')),
      'skipped\t<id>\tStructures/2026/a.txt\n',
    );
    const refused = await call(['upload', 'a.txt', '--to', 'Structures/2026', '--if-exists', 'fail']);
    assert.deepEqual(
      [refused.exit, refused.out, refused.err],
      [1, '', 'twin: Structures/2026/a.txt is there already, with another content.\n'],
    );
    assert.equal(
      shape(await run('upload a.txt --to Structures/2026 --dry-run')),
      'updated\t<id>\tStructures/2026/a.txt\n',
    );
    const { files } = JSON.parse(await run('upload a.txt --to Structures/2026 --json'));
    const sha256 = createHash('sha256').update('two').digest('hex');
    const { id } = files[0];
    assert.deepEqual(files, [
      { state: 'updated', id, path: 'Structures/2026/a.txt', size: 3, sha256, sent: 3, resumed: false },
    ]);
    assert.equal(
      shape(await run('upload photos -r --include *.jpg --exclude deep/**')),
      'uploaded\t<id>\tphotos/1.jpg\nuploaded\t<id>\tphotos/deep/2.jpg\n',
    );
    assert.equal(
      shape(await run('upload photos -r --exclude photos/deep/** --exclude *.txt')),
      'unchanged\t<id>\tphotos/1.jpg\n',
    );
    const listed = (await run('ls photos -r')).split('\n').map((line) => line.split('\t').slice(1, 4).join(' '));
    assert.deepEqual(listed, [
      'photos/deep folder ',
      'photos/empty folder ',
      'photos/1.jpg file 5',
      'photos/deep/2.jpg file 6',
      '',
    ]);
    assert.deepEqual((await run('ls --columns displayName')).split('\n'), ['photos', 'Structures', '']);
    const empty = await call(['ls', 'photos/empty']);
    assert.deepEqual([empty.exit, empty.out, empty.err], [0, '', 'No items.\n']);
    assert.equal((await call(['ls', 'nowhere'])).exit, 4);
    assert.equal((await call(['ls', '../other'])).exit, 2);
  });

  it('go on with other files where one is refused, and end with 1', async (t) => {
    const { call, write } = await someone(t);
    write('a.txt', 'one');
    write('run.exe', 'no');
    write('z.txt', 'two');
    const { exit, out, err } = await call(['upload', 'a.txt', 'run.exe', 'z.txt']);
    assert.deepEqual([exit, shape(out)], [1, 'uploaded\t<id>\ta.txt\nfailed\t\trun.exe\nuploaded\t<id>\tz.txt\n']);
    assert.match(
      err,
      /^twin: run\.exe: .+\(422 InvalidStorageRequest\)\n[\s\S]+twin: 1 of 3 files could not be uploaded\.\n$/,
    );
    const json = await call(['upload', 'a.txt', 'run.exe', '--json']);
    assert.deepEqual(
      JSON.parse(json.out).files.map(({ state }: { state: string }) => state),
      ['unchanged', 'failed'],
    );
    assert.equal(JSON.parse(json.err).exitCode, 1);
    const nothing = await call(['upload', 'nowhere.txt', 'a.txt', 'sub']);
    assert.deepEqual([nothing.exit, nothing.out], [2, '']);
    assert.match(nothing.err, /nowhere\.txt: there is no such file\.\n {2}sub: there is no such file\.\nUsage: /);
    assert.match((await call(['upload', '.'])).err, /is a folder\. Add -r/);
  });

  it('wait for what an upload begins', async (t) => {
    const { call, write } = await someone(t);
    write('broken.ifc', 'ISO-10303-21;\nHEADER;\n');
    const { exit, out, err } = await call(['upload', 'broken.ifc', '--wait']);
    assert.deepEqual([exit, shape(out)], [6, 'uploaded\t<id>\tbroken.ifc\n']);
    assert.match(err, /twin: .*broken\.ifc.* failed: .+\n {2}job [\w-]+\n$/);
  });

  it('read files by id and by path, and folders as they are', async (t) => {
    const { run, call, write, place } = await someone(t);
    write('in/a.txt', 'one');
    write('in/deep/b.txt', 'two');
    await run('upload in -r');
    const [id = ''] = (await run('ls in/a.txt -q')).split('\n');
    assert.equal(shape(await run(`download ${id}`)), 'downloaded\t<id>\tin/a.txt\n');
    assert.equal(readFileSync(join(place, 'a.txt'), 'utf8'), 'one');
    assert.equal(shape(await run('download in/a.txt')), 'unchanged\t<id>\tin/a.txt\n');
    await run('download in/a.txt -o other.txt');
    assert.equal(readFileSync(join(place, 'other.txt'), 'utf8'), 'one');
    const blocked = await call(['download', 'in/a.txt', '-o', 'other.txt/deep/']);
    assert.deepEqual(
      [blocked.exit, /: a part of the path is no folder\.\n$/.test(blocked.err)],
      [2, true],
      blocked.err,
    );
    assert.match((await call(['download', 'in'])).err, /in is a folder\. Add -r/);
    const { files } = JSON.parse(await run('download in -r -o out --json --include b.*'));
    assert.deepEqual(
      files.map(({ state, path, received }: Record<string, unknown>) => [state, path, received]),
      [['downloaded', 'in/deep/b.txt', 3]],
    );
    assert.equal(readFileSync(join(place, 'out/in/deep/b.txt'), 'utf8'), 'two');
    rmSync(join(place, 'out'), { recursive: true });
    symlinkSync(join(place, 'in'), join(place, 'trap'));
    mkdirSync(join(place, 'out'));
    symlinkSync(dirname(place), join(place, 'out/in'));
    const trapped = await call(['download', 'in', '-r', '-o', 'out']);
    assert.deepEqual([trapped.exit, existsSync(join(dirname(place), 'a.txt'))], [1, false]);
    assert.equal((await call(['download', 'nowhere.txt'])).exit, 4);
  });

  it('go to reality data and come from it', async (t) => {
    const { run, p, ada, id, write, place } = await someone(t);
    const body = { displayName: 'Scan', type: 'PNTS', twinId: id };
    const made = requireSuccess(await p.call(ada, 'POST /reality-management/reality-data/', { body }));
    const { id: dataId } = made.realityData;
    write('scan/a.txt', 'one');
    write('scan/b/c.txt', 'two');
    assert.equal(
      await run(`upload scan -r --reality-data ${dataId}`),
      'uploaded\t\tscan/a.txt\nuploaded\t\tscan/b/c.txt\n',
    );
    assert.equal(
      await run(`download --reality-data ${dataId} -o all`),
      'downloaded\t\tscan/a.txt\ndownloaded\t\tscan/b/c.txt\n',
    );
    assert.equal(readFileSync(join(place, 'all/scan/b/c.txt'), 'utf8'), 'two');
    await run(`download --reality-data ${dataId} scan/a.txt -o one.txt`);
    assert.equal(readFileSync(join(place, 'one.txt'), 'utf8'), 'one');
  });

  it('make folders alike, one way and the other', async (t) => {
    const { run, call, write, place } = await someone(t);
    write('site/a.txt', 'one');
    write('site/b/c.txt', 'two');
    mkdirSync(join(place, 'site/empty'));
    const planned = '+ empty/\n+ a.txt\n+ b/c.txt\n3 new, 0 changed, 0 removed, 0 unchanged\n';
    assert.equal(await run('sync site Mirror --dry-run'), planned);
    assert.equal((await call(['ls', 'Mirror'])).exit, 4);
    assert.equal(await run('sync site Mirror'), planned);
    assert.equal(await run('sync site Mirror'), '0 new, 0 changed, 0 removed, 2 unchanged\n');
    write('site/a.txt', 'eno');
    write('site/d.txt', 'new');
    rmSync(join(place, 'site/b'), { recursive: true });
    rmSync(join(place, 'site/empty'), { recursive: true });
    assert.equal(await run('sync site Mirror'), '~ a.txt\n+ d.txt\n1 new, 1 changed, 0 removed, 0 unchanged\n');
    const removing = '- b/c.txt\n- empty/\n0 new, 0 changed, 2 removed, 2 unchanged\n';
    assert.equal(await run('sync site Mirror --delete --dry-run'), removing);
    assert.equal(await run('sync site Mirror --delete'), removing);
    assert.deepEqual((await run('ls Mirror -r --columns path')).split('\n'), ['Mirror/a.txt', 'Mirror/d.txt', '']);
    assert.deepEqual((await run('storage recycle-bin list --columns displayName')).split('\n').sort(), [
      '',
      'b',
      'empty',
    ]);
    assert.equal(await run('sync back Mirror --down'), '+ a.txt\n+ d.txt\n2 new, 0 changed, 0 removed, 0 unchanged\n');
    assert.equal(readFileSync(join(place, 'back/a.txt'), 'utf8'), 'eno');
    write('back/a.txt', 'mine');
    write('back/extra/x.txt', 'extra');
    const { changes, ...counts } = JSON.parse(await run('sync back Mirror --down --delete --json'));
    assert.deepEqual(changes, [
      { change: 'changed', path: 'a.txt' },
      { change: 'removed', path: 'extra/x.txt' },
    ]);
    assert.deepEqual(counts, { new: 0, changed: 1, removed: 1, unchanged: 1 });
    assert.deepEqual(readdirSync(join(place, 'back')), ['a.txt', 'd.txt']);
    assert.equal((await call(['sync', 'back', 'Nowhere', '--down'])).exit, 4);
    assert.equal((await call(['sync', 'nowhere', 'Mirror'])).exit, 2);
  });

  it('ask at a terminal before they delete much', async (t) => {
    const { call, run, write, place } = await someone(t);
    write('site/a.txt', 'one');
    write('site/b.txt', 'two');
    await run('sync site Mirror');
    rmSync(join(place, 'site/b.txt'));
    const no = await call(['sync', 'site', 'Mirror', '--delete'], { terminal: 80, stdin: 'n\n' });
    assert.match(no.err, /^Delete 1 item from the twin\? \[y\/N\] /);
    assert.deepEqual((await run('ls Mirror --columns displayName')).split('\n'), ['a.txt', 'b.txt', '']);
    await call(['sync', 'site', 'Mirror', '--delete'], { terminal: 80, stdin: 'y\n' });
    assert.deepEqual((await run('ls Mirror --columns displayName')).split('\n'), ['a.txt', '']);
  });

  it('open the page of a twin, an area or a thing', async (t) => {
    const { call, run, p, id } = await someone(t);
    const opened: string[] = [];
    const address = `${p.baseUrl}/console/twins/${id}`;
    const open = (argv: readonly string[], terminal?: number) =>
      call(['open', ...argv], { ...(terminal ? { terminal } : {}), opened: (one) => void opened.push(one) });
    assert.equal((await open([])).out, `${address}\n`);
    assert.equal((await open(['models'], 80)).out, `${address}/models\n`);
    assert.equal((await open(['access', '--print'], 80)).out, `${address}/members\n`);
    assert.equal((await open([id])).out, `${address}\n`);
    assert.equal((await open(['webhooks'])).out, `${p.baseUrl}/console/webhooks\n`);
    assert.deepEqual(opened, [`${address}/models`]);
    await run('twins exports create --outputFormat JsonGZip --wait');
    const [job = ''] = (await run('jobs list -q')).split('\n');
    assert.equal((await open([job])).out, `${p.baseUrl}/console/jobs\n`);
    assert.equal((await open(['7d2c0c5e-0000-4000-8000-000000000000'])).exit, 4);
    assert.equal((await open(['No such twin'])).exit, 4);
  });

  it('look for what is wrong', async (t) => {
    const { call } = await someone(t);
    const well = await call(['doctor', '--json']);
    const { checks } = JSON.parse(well.out);
    assert.deepEqual(
      checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]),
      [
        ['configuration', true],
        ['credentials', true],
        ['server', true],
        ['clock', true],
        ['sign-in', true],
        ['twins', true],
        ['tool', true],
      ],
    );
    assert.equal(well.exit, 0);
    const wrong = await call(['doctor'], { env: { TWIN_TOKEN: 'wrong' } });
    assert.equal(wrong.exit, 1);
    assert.match(wrong.out, /^failed {2}sign-in/m);
    const away = await call(['doctor', '--url', 'http://localhost:1']);
    assert.deepEqual(
      [away.exit, /^failed {2}server +http:\/\/localhost:1 cannot be reached/m.test(away.out)],
      [1, true],
    );
  });
});
