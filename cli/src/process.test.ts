import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { newFolder } from '../testing/twin.ts';

/* The built tool, as a process: what only a process has. */

const program = join(import.meta.dirname, '../bin/twin.js');
const { folder, remove } = newFolder();
const waiting: ServerResponse[] = [];
let heard: () => void = () => undefined;
const server = createServer((request, response) => {
  if (request.url?.startsWith('/jobs/')) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"state":"Running","title":"Import","step":"reading"}\n\n');
    waiting.push(response);
    return heard();
  }
  const twins = Array.from({ length: 5000 }, (_, at) => ({ id: `${at}`, displayName: 'A bridge' }));
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ twins }));
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => {
  server.close();
  server.closeAllConnections();
  remove();
});
const env = { PATH: process.env.PATH, TWIN_URL: url, TWIN_TOKEN: 'x', TWIN_CONFIG_DIR: folder, HOME: folder };

function start(argv: readonly string[], node = process.execPath) {
  const child = spawn(node, [program, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended };
}

async function call(argv: readonly string[], node?: string) {
  const { child, ended } = start(argv, node);
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exit, out, err };
}

/** This Node.js, and what else this machine calls node: an older one, mostly. */
const nodes = [
  realpathSync(process.execPath),
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => path !== '' && !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path)),
].filter((path, at, all) => all.indexOf(path) === at);

describe('the built tool', () => {
  for (const node of nodes)
    it(`tells its version, lists and refuses on ${node}`, async () => {
      const { exit, out } = await call(['--version'], node);
      assert.equal(exit, 0);
      assert.match(out, /^twin \d+\.\d+\.\d+\n\d+ operations in \d+ APIs\n$/);
      assert.equal((await call(['twins', 'list', '-q'], node)).out.split('\n').length, 5001);
      assert.deepEqual(await call(['twins', 'get'], node).then(({ exit: code, out: none }) => [code, none]), [2, '']);
    });

  it('ends silently with 0 where nobody reads any more', async () => {
    const { child, ended } = start(['twins', 'list']);
    child.stdout.once('data', () => child.stdout.destroy());
    const [err, exit] = await Promise.all([text(child.stderr), ended]);
    assert.deepEqual([exit, err], [0, '']);
  });

  it('stops waiting at Ctrl-C, and says how to go on', async () => {
    const asked = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const { child, ended } = start(['jobs', 'watch', 'job-7']);
    const [first] = await Promise.all([new Promise((resolve) => child.stdout.once('data', resolve)), asked]);
    assert.equal(String(first), 'Import  Running  reading\n');
    child.kill('SIGINT');
    const [err, exit] = await Promise.all([text(child.stderr), ended]);
    assert.deepEqual([exit, err], [130, 'twin: The job continues: twin jobs watch job-7\n']);
  });

  it('completes words, flags and values in bash', async () => {
    const tool = join(folder, 'twin');
    writeFileSync(tool, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
    const script = `
eval "$(twin completion bash)"
try() { COMP_LINE="$1"; COMP_POINT=\${#1}; read -ra COMP_WORDS <<< "$1"; [[ "$1" == *" " ]] && COMP_WORDS+=("")
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _twin; echo "\${COMPREPLY[*]}"; }
try 'twin twi'; try 'twin twins li'; try 'twin twins create --class '; try 'twin twins list --disp'; try 'twin nothing x'
try 'twin --profile work twins li'
`;
    const bash = spawn('bash', ['-c', script], { env: { ...env, PATH: `${folder}${delimiter}${env.PATH}` } });
    const out = await text(bash.stdout);
    assert.deepEqual(out.split('\n'), ['twins', 'list', 'Account Thing Endeavor', '--displayName', '', 'list', '']);
  });
});
