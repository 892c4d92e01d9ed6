import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { auditActions } from './audit.ts';

it('every action of the audit catalogue stands in the documentation with its meaning', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const rows = Object.entries(auditActions).map(([action, meaning]) => `| \`${action}\` | ${meaning} |`);
  assert.ok(text.includes(rows.join('\n')));
});
