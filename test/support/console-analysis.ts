import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { roadPicture, roadScene, type Thing } from '../../src/areas/reality-analysis/testing/pictures.ts';
import { newJob, setState } from '../../src/areas/reality-conversion/testing/fixture.ts';
import { fill, newData } from '../../src/areas/reality-data/testing/fixture.ts';
import { crsOf } from '../../src/engines/crs/crs.ts';
import { writeCloudFile } from '../../src/engines/reality-analysis/cloud/write.ts';
import { roadPackage, zipOf } from '../../src/engines/reality-analysis/testing/networks.ts';
import { type Body, siteOf } from '../../src/engines/reality-analysis/testing/site.ts';
import type { ConsolePlatform } from './console.ts';

const quiet = { progress: () => {}, log: () => {} };

const shed: Body = { west: 451_010, south: 5_411_008, east: 451_018, north: 5_411_014, height: 4 };
const hut: Body = { west: 451_024, south: 5_411_018, east: 451_030, north: 5_411_023, height: 3 };

/** One survey of a small site, as LAZ. */
async function survey(bodies: readonly Body[], sampling: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'console-analysis-'));
  try {
    const path = join(folder, 'site.laz');
    const { points } = siteOf({ width: 40, depth: 30, density: 12, noise: 0.02, bodies, seed: 3, sampling });
    await writeCloudFile(path, 'LAZ', { points, crs: crsOf('EPSG:25832+7837'), grid: undefined }, quiet);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Photos of roads with their truth, and two surveys of a site: a shed has gone, a hut is new. Everything prepared for 3D. */
export async function furnishAnalysis(platform: ConsolePlatform, twinId: string) {
  const { ada } = platform;
  const data = async (displayName: string, files: Readonly<Record<string, Buffer | string>>) => {
    const id = await newData(platform, ada, { twinId, displayName, type: 'Unstructured' });
    await fill(platform, ada, id, files);
    // asking for it finds what it is
    await platform.call(ada, `GET /reality-management/reality-data/${id}?twinId=${twinId}`);
    return id;
  };
  const pictures = new Map<string, Buffer>();
  const things = new Map<string, readonly Thing[]>();
  for (const seed of [1, 2, 3]) {
    const { png, things: on } = await roadPicture(seed);
    // browsers draw no TIFF
    const name = seed === 3 ? 'road-03.tif' : `road-0${seed}.png`;
    pictures.set(name, seed === 3 ? await sharp(png).tiff().toBuffer() : png);
    things.set(name, on);
  }
  const photos = await data('Road photos', Object.fromEntries(pictures));
  await data('Road truth', { 'ContextScene.json': roadScene(photos, things) });
  const before = await data('Yard in spring', { 'site.laz': await survey([shed], 11) });
  const after = await data('Yard in autumn', { 'site.laz': await survey([hut], 12) });
  for (const [id, name] of [
    [before, 'Spring tiles'],
    [after, 'Autumn tiles'],
  ] as const) {
    const body = { name, twinId, inputs: [{ id }], outputs: ['GLBC'], options: { merge: true } };
    await setState(platform, ada, await newJob(platform, ada, body), 'active');
  }
  return { pictures, things, photos, detector: await zipOf(roadPackage()) };
}
