import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import { hasNeutralWord, neutral } from '../../../test/support/foreign-names.ts';
import { startPlatform } from '../../../test/support/platform.ts';

describe('definitions in words of a table', () => {
  let started: ReturnType<typeof startPlatform> | undefined;
  const platform = () => {
    started ??= startPlatform({ environment: { NAMES_FILE: process.env.TEST_NAMES_FILE ?? '' } });
    return started;
  };
  after(async () => (await started)?.stop());

  it('are valid, have no neutral name left, and led back have the paths and parameters of ours', async () => {
    const p = await platform();
    const { body } = await p.call(undefined, 'GET /definitions?names=table');
    for (const { name, version, definition } of body.definitions) {
      if (name === 'applications') continue;
      const { body: theirs } = await p.call(undefined, `GET ${definition.href}`);
      const { body: ours } = await p.call(undefined, `GET /definitions/${name}-${version}.json`);
      await SwaggerParser.validate(structuredClone(theirs));
      const names = namesIn(theirs);
      assert.deepEqual(names.filter(isLeft), [], name);
      assert.deepEqual(names.map(neutral), namesIn(ours), name);
    }
  });

  it('are also for who asks with a vendor of the table, and name it', async () => {
    const p = await platform();
    const headers = { Accept: 'application/vnd.acme.zwilling-platform.v1+json' };
    const { body } = await p.call(undefined, 'GET /definitions/twins-v1.json', { headers });
    assert.ok(body.paths['/zwillings/{id}']);
    assert.deepEqual(body.security, [{ oauth: ['zwilling-platform'] }]);
    const older = await p.call(undefined, 'GET /definitions/forms-v1.json', { headers });
    const { content } = older.body.paths['/forms/{id}'].get.responses['200'];
    assert.deepEqual(Object.keys(content), ['application/vnd.acme.zwilling-platform.v1+json']);
  });
});

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly enum?: readonly unknown[];
}

/** Paths, parameters, members and values of enumerations of a document, in its order. */
function namesIn(document: {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: unknown;
}): string[] {
  const found: string[] = Object.keys(document.paths);
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties, enum: values }: Shape = value;
    if (Array.isArray(values)) found.push(...values.filter((one) => typeof one === 'string'));
    else if (typeof properties === 'object') found.push(...Object.keys(properties));
    if ('in' in value && 'name' in value) found.push(String(value.name));
    for (const [name, one] of Object.entries(value)) if (!['example', 'examples'].includes(name)) look(one);
  };
  look(document.paths);
  look(document.components);
  return found;
}

/** A name of the table may hold a piece of a neutral word. */
const isLeft = (name: string): boolean =>
  name.split(/[^A-Za-z]+/).some((word) => hasNeutralWord(word) && neutral(word) === word);
