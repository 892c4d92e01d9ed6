import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parseAst } from 'rolldown/parseAst';

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> & { readonly type: string } =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Without `as const`, another type, or parentheses around it. */
const asWritten = (value: unknown): unknown =>
  isNode(value) && /^TS\w+Expression$|^ParenthesizedExpression$/.test(value.type) ? asWritten(value.expression) : value;

/** What is spread in a file and stands there written out: it could stand without dots. */
function spreadLiterals(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + spreadLiterals(one), 0);
  if (!isNode(value)) return 0;
  const spread = value.type === 'SpreadElement' ? asWritten(value.argument) : undefined;
  const own = isNode(spread) && /^(Object|Array)Expression$/.test(spread.type) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + spreadLiterals(one), own);
}

it('literals are written out where they stand, and not spread', () => {
  const files = globSync(
    '{src,console/src,cli/src,cli/build,client/src,client/generator,scripts,bench,test,demo,tools}/**/*.{ts,tsx}',
  );
  const own = files.filter((file) => !file.includes('/generated/'));
  assert.ok(own.length > 2500);
  const found = own.flatMap((file) => {
    const lang = file.endsWith('x') ? 'tsx' : 'ts';
    const text = readFileSync(file, 'utf8');
    const count = /\.\.\.\s*\(*\s*[[{]/.test(text) ? spreadLiterals(parseAst(text, { lang }, file).body) : 0;
    return count > 0 ? [`${file}: ${count}`] : [];
  });
  assert.deepEqual(found, []);
});
