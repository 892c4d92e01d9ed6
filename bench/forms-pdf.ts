import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { eventually } from '../test/support/eventually.ts';
import { childrenOf } from '../test/support/processes.ts';
import { newForm, newPlace } from './forms.ts';
import { compare } from './load.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atLeast, atMost, type Result } from './results.ts';

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

/** The first PDF of a form with photos, beside the library alone with the same pictures. */
export async function benchFormsPdf(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-pdf-'));
  const ours = await runPlatform({}, { core: 'any' }); // as the library, too, may use what there is
  try {
    const files = await Promise.all(Array.from({ length: photos }, (_, at) => writePhoto(join(folder, `${at}.jpg`))));
    const { definitionId } = await newPlace(ours);
    const filled = () => filledForm(ours, definitionId, files);
    const bare = async () => msOfBare(join(folder, 'bare.pdf'), files);
    const row = async (when: string, print: () => Promise<number>): Promise<Result> => {
      for (const warm of [print, bare]) await warm();
      const { subject, yardstick, ratio } = await compare(5, print, bare);
      return {
        name: `first PDF of a form with ${photos} photos of 4 MB, ${when}`,
        subject: `${Math.round(subject)} ms`,
        yardstick: `the library alone ${Math.round(yardstick)} ms`,
        value: ratio,
        unit: ' ×',
        ...atMost(ratio, 3),
      };
    };
    return [
      await row('right behind the last upload', async () => msOfPdf(ours, await filled())),
      await row('a while later, by a new engine', async () => {
        const formId = await filled();
        await atRest(ours, formId);
        return msOfPdf(ours, formId);
      }),
      await manyAtOnce(ours, await newForm(ours, definitionId)),
    ];
  } finally {
    await ours.stop();
    rmSync(folder, { recursive: true });
  }
}

const people = 30;

/** PDFs of a form without photos in a second, when many ask at once, beside one after the other. */
async function manyAtOnce(ours: RunningPlatform, formId: string): Promise<Result> {
  const perSecond = async (askers: number, each: number): Promise<number> => {
    const started = performance.now();
    const asker = async (): Promise<void> => {
      for (let count = 0; count < each; count++) await msOfPdf(ours, formId, 1000);
    };
    await Promise.all(Array.from({ length: askers }, asker));
    return (askers * each * 1000) / (performance.now() - started);
  };
  await perSecond(people, 1);
  const { subject, yardstick, ratio } = await compare(
    5,
    () => perSecond(people, 1),
    () => perSecond(1, 10),
  );
  return {
    name: `PDFs of a form for ${people} who ask at once, beside one after the other`,
    subject: `${subject.toFixed(1)} a second`,
    yardstick: `${yardstick.toFixed(1)} a second`,
    value: ratio,
    unit: ' ×',
    ...atLeast(ratio, 1),
  };
}

async function writePhoto(path: string): Promise<string> {
  writeFileSync(path, await photo());
  return path;
}

/** A form whose photos were uploaded one after the other; copies for print may still be missing. */
async function filledForm(platform: RunningPlatform, definitionId: string, files: readonly string[]): Promise<string> {
  const formId = await newForm(platform, definitionId);
  const headers = { Authorization: `Bearer ${platform.token}` };
  for (const path of files) {
    const body = JSON.stringify({ fileName: basename(path), binding: 'Photos' });
    const made = await fetch(`${platform.baseUrl}/forms/${formId}/attachments`, { method: 'POST', headers, body });
    const put = { method: 'PUT', headers, body: new Uint8Array(readFileSync(path)) };
    const { status } = await fetch(made.headers.get('location') ?? '', put);
    if (status !== 201) throw new Error(`A photo was answered with ${status}.`);
  }
  return formId;
}

/** Waits as long as somebody reads the form: the copies of all photos are there, and the engine that made them has ended. */
async function atRest({ dataDir, pid }: RunningPlatform, formId: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'platform.sqlite'), { readOnly: true });
  const missing = database.prepare('SELECT count(*) AS n FROM form_attachments WHERE form_id = ? AND copies IS NULL');
  await eventually(async () => {
    if (missing.get(formId)?.n !== 0) throw new Error('Copies of photos do not come.');
    if (childrenOf(pid).flatMap(childrenOf).length > 0) throw new Error('An engine does not end.');
  });
  database.close();
}

async function msOfPdf({ baseUrl, token }: RunningPlatform, formId: string, least = photos * 50_000): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const started = performance.now();
  const answer = await fetch(`${baseUrl}/forms/${formId}/download`, { headers });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== 200 || byteLength < least) throw new Error(`A PDF of ${byteLength} bytes.`);
  return performance.now() - started;
}

function msOfBare(output: string, files: readonly string[]): number {
  const program = [join(import.meta.dirname, 'yardsticks/pdf-pictures.ts'), output, ...files];
  const started = performance.now();
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The bare library has failed.');
  return performance.now() - started;
}
