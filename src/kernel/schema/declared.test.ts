import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { declaredPart } from './declared.ts';
import { anyObject, arrayOf, exactlyOne, input, line, nullable, openInput, optional } from './shapes.ts';

const inner = input({ name: line(), more: optional(anyObject()) });

describe('the declared part of a value', () => {
  for (const [what, schema, value, expected] of [
    ['of an object', inner, { name: 'a', secret: 1 }, { name: 'a' }],
    ['of a nested one', input({ inner }), { inner: { name: 'a', x: 1 }, inn: 1 }, { inner: { name: 'a' } }],
    ['of items', arrayOf(inner), [{ name: 'a', x: 1 }, 3], [{ name: 'a' }, 3]],
    ['of one that may be null', nullable(inner), { name: 'a', x: 1 }, { name: 'a' }],
    ['of a free object, all', inner, { more: { x: { y: 1 } } }, { more: { x: { y: 1 } } }],
    [
      'of one that is kept',
      openInput({ inner }),
      { inner: { name: 'a', x: 1 }, y: { z: 1 } },
      { inner: { name: 'a' }, y: { z: 1 } },
    ],
    [
      'of alternatives, what any names',
      Type.Union([inner, input({ size: line() })]),
      { size: 's', name: 'a', x: 1 },
      { size: 's', name: 'a' },
    ],
    [
      'of a free alternative, all',
      Type.Union([inner, anyObject()]),
      { name: { deep: 1 }, x: 1 },
      { name: { deep: 1 }, x: 1 },
    ],
    [
      'of exactly one',
      exactlyOne({ a: optional(inner), b: optional(inner) }),
      { b: { name: 'b', x: 1 }, c: 1 },
      { b: { name: 'b' } },
    ],
    ['of a record, all', Type.Record(Type.String(), inner), { a: { x: 1 } }, { a: { x: 1 } }],
    ['of what has another type', inner, 'text', 'text'],
    ['without what every object inherits', inner, JSON.parse('{"__proto__":{"name":"a"},"constructor":1}'), {}],
  ] as const) {
    it(what, () => assert.deepEqual(declaredPart(schema, value), expected));
  }
});
