import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { apiInWords } from '../../src/api/names/definition.ts';
import { pairsOf } from '../../src/api/names/propose/compare.ts';
import { operationsOf } from '../../src/api/names/propose/definition.ts';
import { matchOperations } from '../../src/api/names/propose/match.ts';
import { commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import { wiredApp } from '../../src/start/served-apis.ts';
import { foreignTable } from '../support/foreign-names.ts';

const run = promisify(execFile);
const addresses = { baseUrl: 'https://api.zwilling.example', authUrl: 'https://api.zwilling.example/auth' };

describe('a table that is proposed', () => {
  it('out of definitions in foreign words finds the words that they were made with', async () => {
    const { apis, compileNames } = await wiredApp();
    const base = apis.filter(({ at }) => at !== 'auth');
    const table = foreignTable(base);
    const { compiled } = compileNames(JSON.stringify(table));
    assert.ok(compiled);
    const folder = mkdtempSync(join(tmpdir(), 'definitions-'));
    try {
      mkdirSync(join(folder, 'more'));
      for (const [at, api] of base.entries()) {
        const document = documentOf(apiInWords(api, compiled), {
          ...addresses,
          vendor: table.vendors[0],
          scope: 'zwilling-platform',
          commands: commandTable(apis),
        });
        const [name, text] = at % 2 ? ['json', JSON.stringify(document)] : ['yaml', stringify(document)];
        writeFileSync(join(folder, at % 3 ? '.' : 'more', `${api.name}-v${api.version}.${name}`), text);
      }
      const { stdout } = await run(process.execPath, ['scripts/names.ts', '--propose', folder]);
      const proposed = parse(stdout);
      const { compiled: again, faults } = compileNames(stdout);
      assert.deepEqual(faults, []);
      assert.ok(again);
      // two tools with operations of the same shapes: which is which is left to decide
      const isLeft = (path: string) => /carbontool-[ab]/.test(path);
      const wrong = [...compiled.operations.values()].flatMap(({ endpoint, address, members }) => {
        const other = again.operations.get(endpoint);
        const lacking = [...members].filter(([ours, theirs]) => other?.members.get(ours) !== theirs);
        const isRight = address === other?.address && lacking.length === 0;
        return isRight || isLeft(endpoint.path) ? [] : [[endpoint.path, address, other?.address, lacking]];
      });
      assert.deepEqual(wrong, []);
      assert.match(stdout, /# No operation of ours, or more than one: GET .*\/werkzeug-eins\/jobs\/\{jobId\}/);
      for (const part of ['values', 'codes'] as const) {
        const found = { ...proposed[part] };
        for (const [ours, theirs] of Object.entries(found)) assert.equal(table[part][ours], theirs, part);
      }
      assert.deepEqual(proposed.vendors, table.vendors);
      assert.deepEqual(proposed.scopes, table.scopes);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says which operations have no counterpart, and refuses a folder without any', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'definitions-'));
    try {
      const nothing = await run(process.execPath, ['scripts/names.ts', '--propose', folder]).catch((error) => error);
      assert.equal(nothing.code, 2);
      const paths = { '/bruecken/{id}/pfeiler/{nummer}/lager': { get: { responses: {} } } };
      writeFileSync(join(folder, 'a.yaml'), stringify({ openapi: '3.0.3', paths }));
      const { stdout } = await run(process.execPath, ['scripts/names.ts', '--propose', folder]);
      assert.match(
        stdout,
        /# No operation of ours, or more than one: GET \/bruecken\/\{id\}\/pfeiler\/\{nummer\}\/lager/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('operations of two installations', () => {
  const of = (...calls: readonly string[]) =>
    calls.flatMap((call) => {
      const [method = '', path = ''] = call.split(' ');
      return operationsOf({ paths: { [path]: { [method.toLowerCase()]: { responses: {} } } } });
    });

  it('are matched by words that others have taught', () => {
    const ours = of('GET /twins/{id}', 'GET /twins/favorites', 'GET /scenes/{id}');
    const { found, left } = matchOperations(ours, of('GET /z/{nr}', 'GET /z/favorites', 'DELETE /z/{nr}'));
    assert.deepEqual(
      found.map((one) => [one.ours.path, one.theirs.path]),
      [
        ['/twins/{id}', '/z/{nr}'],
        ['/twins/favorites', '/z/favorites'],
      ],
    );
    assert.deepEqual(
      left.map(({ method }) => method),
      ['DELETE'],
    );
  });

  it('have their names paired by what they have in common, and by their places', () => {
    assert.deepEqual(pairsOf(['id', 'twinId', 'modelId'], ['id', 'urbildId', 'zwillingId']).all.length, 3);
    assert.deepEqual(pairsOf(['a', 'twinName'], ['zwillingName', 'a']).all, [
      ['a', 'a'],
      ['twinName', 'zwillingName'],
    ]);
    assert.deepEqual(pairsOf(['a'], ['a', 'more']).left, ['more']);
  });
});
