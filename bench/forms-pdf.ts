import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { compare } from './load.ts';
import type { RunningPlatform } from './platform.ts';
import { atMost, type Result } from './results.ts';

const photos = 10;
const photoBytes = 4 * 2 ** 20;
const [width, height] = [4032, 3024];

/** A photo as a phone takes it: 12 megapixels, 4 MB or a little more. */
async function photo(): Promise<Buffer> {
  const [w, h] = [width / 4, height / 4];
  const grain = sharp(randomBytes(w * h * 3), { raw: { width: w, height: h, channels: 3 } });
  const pixels = await grain.resize(width, height, { kernel: 'cubic' }).raw().toBuffer();
  for (let quality = 50; ; quality += 4) {
    const made = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (made.length >= photoBytes || quality >= 98) return made;
  }
}

/** The PDF of a form with photos, whose copies for print the first one has made, beside the library alone with the same pictures. */
export async function benchFormsPdf(platform: RunningPlatform, formId: string): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-pdf-'));
  const headers = { Authorization: `Bearer ${platform.token}` };
  try {
    const files: string[] = [];
    for (let at = 0; at < photos; at++) {
      const bytes = await photo();
      const file = join(folder, `${at}.jpg`);
      writeFileSync(file, bytes);
      files.push(file);
      const body = JSON.stringify({ fileName: `${at}.jpg`, binding: 'Photos' });
      const made = await fetch(`${platform.baseUrl}/forms/${formId}/attachments`, { method: 'POST', headers, body });
      const put = { method: 'PUT', headers, body: new Uint8Array(bytes) };
      const { status } = await fetch(made.headers.get('location') ?? '', put);
      if (status !== 201) throw new Error(`A photo was answered with ${status}.`);
    }
    const ours = async () => {
      const started = performance.now();
      const answer = await fetch(`${platform.baseUrl}/forms/${formId}/download`, { headers });
      const { byteLength } = await answer.arrayBuffer();
      if (answer.status !== 200 || byteLength < photos * 50_000) throw new Error(`A PDF of ${byteLength} bytes.`);
      return performance.now() - started;
    };
    const bare = async () => {
      const started = performance.now();
      const program = [join(import.meta.dirname, 'yardsticks/pdf-pictures.ts'), join(folder, 'bare.pdf'), ...files];
      const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
      if (status !== 0) throw new Error('The bare library has failed.');
      return performance.now() - started;
    };
    for (const warm of [ours, bare]) await warm();
    const { subject, yardstick, ratio } = await compare(3, ours, bare);
    return {
      ...{ name: `PDF of a form with ${photos} photos of 4 MB, copies made`, subject: `${Math.round(subject)} ms` },
      ...{ yardstick: `the library alone ${Math.round(yardstick)} ms`, value: ratio, unit: ' ×', ...atMost(ratio, 3) },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
