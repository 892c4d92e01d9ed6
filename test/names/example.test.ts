import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { clientSecret, type Installation, openInstallation } from '../support/installation.ts';

const run = promisify(execFile);
const folder = 'examples/names';
const table = `${folder}/names.yaml`;

/** What the program says against a server. */
async function said(program: string, { baseUrl }: Installation): Promise<readonly string[]> {
  const env = { ...process.env, BASE_URL: baseUrl, CLIENT_ID: 'service-operator', CLIENT_SECRET: clientSecret };
  const { stdout } = await run(process.execPath, [program], { env });
  return stdout.trim().split('\n');
}

type Names = Readonly<Record<string, string>>;
interface Table {
  readonly vendors: readonly string[];
  readonly [part: string]: Names | readonly string[];
}

/** A text with the neutral words in place of those of the table. */
function inNeutralWords(text: string): string {
  const { vendors, ...parts }: Table = parse(readFileSync(table, 'utf8'));
  const pairs = Object.values(parts).flatMap((one) => Object.entries(one)) as [string, string][];
  const all = [...pairs, ['vendor.twin-platform', vendors[0] ?? ''] as const]
    .map(([ours, theirs]) => [ours.replace(/\*.*/, ''), theirs.replace(/\*.*/, '')] as const)
    .toSorted(([, one], [, other]) => other.length - one.length);
  return all.reduce((told, [ours, theirs]) => told.replaceAll(theirs, ours), text);
}

/** The order of members is free. */
const sorted = (line: string): string => line.split(' ').sort().join(' ');

describe('a program in words of another installation', () => {
  const opened: Installation[] = [];
  after(async () => {
    for (const one of opened) await one.remove();
  });
  const started = async (more: Readonly<Record<string, string>>): Promise<Installation> => {
    const one = await openInstallation({ WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8', ...more });
    opened.push(one);
    await one.start().ready();
    return one;
  };

  it('runs unchanged with their table, and says in its words what it says in neutral words without one', async () => {
    const theirs = await said(`${folder}/inspection.mjs`, await started({ NAMES_FILE: table }));
    const plain = await started({});
    const neutral = join(plain.folder, 'inspection.mjs');
    writeFileSync(neutral, inNeutralWords(readFileSync(`${folder}/inspection.mjs`, 'utf8')));
    const ours = await said(neutral, plain);
    assert.deepEqual(theirs.map(inNeutralWords).map(sorted), ours.map(sorted));
    assert.equal(theirs.length, 15);
    for (const told of [
      'webhook 202 200 zwillinge.zwillingCreated.v1 zwillinge.zwillingDeleted.v1',
      'made 201 Twin bridge',
      'view 201 zwillingsAnsicht /zwillinge/…',
      'without 422 InvalidStorageRequest MissingRequiredParameter zwillingsId',
      'unknown 404 zwillingNotFound Requested Zwilling is not available.',
      'event zwillinge.zwillingCreated.v1 true true content eventType enqueuedDateTime zwillingsId messageId webhookId isSigned',
    ])
      assert.ok(theirs.map(sorted).includes(sorted(told)), `${told}\n\n${theirs.join('\n')}`);
  });
});

describe('a wrong table of names', () => {
  it('stops the start with 2, and the check as well, each with the lines of all faults', async () => {
    const one = await openInstallation();
    try {
      const file = join(one.folder, 'names.yaml');
      writeFileSync(file, 'members:\n  bridgeId: x\npaths:\n  /twins: /auth/x\n');
      const program = one.start({ NAMES_FILE: file });
      assert.equal((await program.ended()).code, 2, program.output());
      const both = /names\.yaml:2: members\.bridgeId .*\n.*names\.yaml:4: paths\.\/twins begins with \/auth/;
      assert.match(program.output(), both);
      const checked = await run(process.execPath, ['scripts/names.ts', file]).catch((error: unknown) => error);
      const { code, stderr } = checked as { readonly code: number; readonly stderr: string };
      assert.equal(code, 2);
      assert.match(stderr, both);
      const { stdout } = await run(process.execPath, ['scripts/names.ts', table]);
      assert.match(stdout, /GET \/zwillinge\/\{id\}\n {2}of \/twins\/\{id\}/);
      assert.match(stdout, /\d+ operations change, \d+ stay as they are\./);
    } finally {
      await one.remove();
    }
  });
});
