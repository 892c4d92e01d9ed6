import assert from 'node:assert/strict';
import { it } from 'node:test';
import { meshFiles } from './mesh-files.ts';

const server = (valid: () => string, asked: string[] = []) => ({
  asked,
  get: async (url: string) => {
    asked.push(url);
    return new Response(null, { status: url.endsWith(`?${valid()}`) ? 200 : 403 });
  },
});

it('puts the query of the link behind every file', async () => {
  const { asked, get } = server(() => 'se=1&sig=a');
  const files = meshFiles('https://a.example/files/mesh/1?se=1&sig=a', () => Promise.reject(new Error('no')), get);
  assert.equal(files.tileset, 'https://a.example/files/mesh/1/tileset.json');
  assert.equal((await files.fetch('https://a.example/files/mesh/1/tiles/r.glb')).status, 200);
  assert.deepEqual(asked, ['https://a.example/files/mesh/1/tiles/r.glb?se=1&sig=a']);
});

it('asks once for another link when the present one has expired', async () => {
  let renewed = 0;
  const { get } = server(() => 'sig=b');
  const files = meshFiles(
    'https://a.example/m?sig=a',
    async () => {
      renewed++;
      return 'https://a.example/m?sig=b';
    },
    get,
  );
  const answers = await Promise.all(['1', '2', '3'].map((name) => files.fetch(`https://a.example/m/${name}`)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(renewed, 1);
});

it('hands over a refusal that another link does not change', async () => {
  const { get } = server(() => 'nothing');
  const files = meshFiles('https://a.example/m?sig=a', async () => 'https://a.example/m?sig=b', get);
  assert.equal((await files.fetch('https://a.example/m/x')).status, 403);
});
