import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TSchema } from 'typebox';
import { issuesOf } from '../../src/kernel/schema/validator.ts';
import { servedApis } from '../../src/start/served-apis.ts';

const names = new Set(['displayName', 'name', 'number', 'givenName', 'surname', 'email', 'geographicLocation', 'type']);

type Node = TSchema & {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
};

/** Every free text of a request body that is a name, with its path. */
function namesIn(node: Node, path: string): [string, Node][] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]): [string, Node][] => {
    const isText = [child.type].flat().includes('string') && child.enum === undefined;
    return names.has(name) && isText ? [[`${path}.${name}`, child]] : namesIn(child, `${path}.${name}`);
  });
  const below = [...(node.items ? [node.items] : []), ...(node.anyOf ?? [])];
  return [...own, ...below.flatMap((one) => namesIn(one, path))];
}

it('names with directional or zero-width signs are refused by every endpoint that takes one', async () => {
  const taken: string[] = [];
  const seen: string[] = [];
  for (const { endpoints } of await servedApis()) {
    for (const { id, body } of endpoints) {
      if (body === undefined || 'raw' in body) continue;
      for (const [path, schema] of namesIn(body as Node, id)) {
        seen.push(path);
        for (const sign of ['\u202e', '\u2066', '\u200f', '\u200b', '\u2060', '\ufeff']) {
          if (issuesOf(schema, `plan${sign}fdp.exe`).length === 0) taken.push(path);
        }
      }
    }
  }
  assert.deepEqual([...new Set(taken)], []);
  assert.ok(seen.length > 30, `only ${seen.length} names were found`);
});
