import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/config.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** Scripts that are programs of ours; the others call tools, which have a help of their own. */
const own = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file, ...words] = /^node (\S+)(?: (\S+))?/.exec(command) ?? [];
  return file === undefined ? [] : [{ name, file, words: words.filter((word) => word !== undefined) }];
});

async function run(file: string, words: readonly string[], cwd = root) {
  const ran = promisify(execFile)(process.execPath, ['--no-warnings', join(root, file), ...words], { cwd });
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describe('every script of package.json', () => {
  it('is known here', () => {
    const names = own.map(({ name }) => name);
    for (const name of ['start', 'check', 'backup', 'restore', 'restore-twin', 'engine', 'test', 'bench', 'demo'])
      assert.ok(names.includes(name), name);
  });

  for (const { name, file, words } of own) {
    it(`${name} answers --help, refuses unknown options and does nothing then`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'twin-command-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const help = await run(file, [...words, '--help'], folder);
      assert.deepEqual([help.code, help.stderr], [0, ''], help.stderr);
      assert.match(help.stdout, /npm/);
      const unknown = await run(file, [...words, '--no-such-option'], folder);
      assert.equal(unknown.code, 2, unknown.stderr);
      assert.match(unknown.stderr, /Unknown option '--no-such-option'/);
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  it('backup asks for one folder', async () => {
    for (const words of [[], ['a', 'b']]) assert.equal((await run('scripts/backup.ts', words)).code, 2);
    assert.equal(existsSync(join(root, '--help')), false);
  });
});

it('relative folders of settings begin where npm was called; the data folder of nobody is that of the project', () => {
  const env = { INIT_CWD: '/srv/here', DATA_DIR: 'data', SETUP_FILE: '../setup.yaml', FORMS_TEMPLATES: 'forms' };
  const { dataDir, setupFile, forms } = readConfig(env);
  assert.deepEqual([dataDir, setupFile, forms.templates], ['/srv/here/data', '/srv/setup.yaml', '/srv/here/forms']);
  assert.equal(readConfig({ INIT_CWD: '/srv/here' }).dataDir, join(process.cwd(), 'data'));
  assert.equal(readConfig({ INIT_CWD: '/srv/here', DATA_DIR: '/data' }).dataDir, '/data');
});
