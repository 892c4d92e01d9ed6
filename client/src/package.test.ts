import assert from 'node:assert/strict';
import { existsSync, globSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { emptyProject } from '../../test/support/client-package.ts';
import { startPlatform } from '../../test/support/platform.ts';

/* The client as other projects get it: packed, and installed into an empty project that has nothing of this one. */

const platform = await startPlatform();
const project = emptyProject();
after(async () => {
  project.remove();
  await platform.stop();
});
const ada = await platform.person();

const program = `import { events, platformClient } from '@twin-platform/client';
import { uploadFile } from '@twin-platform/client/node';
const client = platformClient({ baseUrl: '${platform.baseUrl}', token: () => '${ada.token}' });
const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' };
const made = await client.twins.POST('/twins/', { body });
const found = await client.twins.GET('/twins/{id}', { params: { path: { id: made.data.twin.id } } });
console.log(found.response.status, found.data.twin.displayName, 'twins.twinCreated.v1' in events);
const { state, file } = await uploadFile(client, { twinId: made.data.twin.id, path: 'program.js', records: 'records' });
console.log(state, file.path);
`;

/** The program of this project, and what else this machine calls node: a Node.js of another version, mostly. */
const nodes = [
  process.execPath,
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .filter((path) => !path.includes('node_modules')),
].filter((path, at, all) => all.indexOf(path) === at);

describe('the packed client, in an empty project', () => {
  for (const node of nodes) {
    it(`runs as JavaScript on ${node}`, async () => {
      project.write('program.js', program);
      assert.equal((await project.run(node, 'program.js')).trim(), '200 Bridge true\nuploaded program.js');
    });
  }

  it('brings types that hold without looking away, and refuse what the platform would refuse', async () => {
    const types = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    const check = (file: string) => project.run(process.execPath, types, ...options, '--types', '', file);
    const start = `import { platformClient, type Schemas } from '@twin-platform/client';
import { type Uploaded, uploadFile } from '@twin-platform/client/node';
const client = platformClient({ baseUrl: 'https://twins.example.com', token: () => undefined });
const { data } = await client.twins.GET('/twins/{id}', { params: { path: { id: 'x' } } });
`;
    project.write(
      'right.ts',
      `${start}export const name: string | undefined = data?.twin.displayName;
export const up: Promise<Uploaded> = uploadFile(client, { twinId: 'x', path: 'pier.ifc' });
export const sizeOf = (file: Schemas['storage']['File']): number => file.size;
`,
    );
    await check('right.ts');
    for (const [at, wrong] of [
      'export const name: number | undefined = data?.twin.displayName;',
      "await client.twins.GET('/twins/{id}', { params: { path: {} } });",
      "await client.twins.GET('/no-such-path');",
      "await uploadFile(client, { twinId: 7, path: 'pier.ifc' });",
    ].entries()) {
      project.write(`wrong-${at}.ts`, `${start}${wrong}\n`);
      await assert.rejects(check(`wrong-${at}.ts`), /wrong/, wrong);
    }
  });

  it('has what it should: JavaScript, types, a README and a licence, no tests and no sources', () => {
    const files = globSync('**/*', { cwd: join(project.folder, 'node_modules/@twin-platform/client') });
    for (const name of ['dist/client.js', 'dist/client.d.ts', 'README.md', 'LICENSE'])
      assert.ok(files.includes(name), name);
    assert.deepEqual(
      files.filter((name) => /\btest(ing)?\b|generate\.|(?<!\.d)\.ts$/.test(name)),
      [],
    );
  });
});
