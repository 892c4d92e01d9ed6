import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { uploadWildNetworks } from '../testing/wild-uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'wild-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('networks of any form are refused in words, or find what lies in the picture', async () => {
  const { taken } = await uploadWildNetworks(40, 5, folder);
  assert.ok(taken > 0, 'none was taken');
});
