import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineContext } from '../../engine.ts';
import type { Block } from '../block.ts';
import { contextSceneOf } from '../output/context-scene.ts';
import { type OutputFormat, outputFormats, type PhotogrammetryParams } from '../params.ts';
import { mapPose, photoName, type Site, writeControlPoints, writePhotos } from './site.ts';

/** Who asks for nothing more. */
export const quiet: EngineContext = { progress: () => {}, log: () => {} };

/** The folders of a job on a site: its photos, and when they are given their poses as a scene. */
export interface SiteJob {
  readonly root: string;
  readonly photos: string;
  readonly scene: string;
  /** Of an output. */
  folderOf(format: OutputFormat): string;
  params(change?: Partial<PhotogrammetryParams>): PhotogrammetryParams;
}

export async function siteJob(site: Site): Promise<SiteJob> {
  const root = mkdtempSync(join(tmpdir(), 'twin-photogrammetry-'));
  const [photos, scene, work] = ['photos', 'scene', 'work'].map((name) => join(root, name));
  if (photos === undefined || scene === undefined || work === undefined) throw new Error('There are three names.');
  for (const folder of [scene, work]) mkdirSync(folder);
  await writePhotos(site, photos);
  writeControlPoints(site, photos, 9);
  writeFileSync(join(scene, 'ContextScene.json'), contextSceneOf(blockOf(site), new Map()));
  const folderOf = (format: OutputFormat) => {
    const folder = join(root, 'out', format.replaceAll(/\W/g, '-'));
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  return {
    root,
    photos,
    scene,
    folderOf,
    params: (change) => ({
      type: 'Reconstruction',
      quality: 'Draft',
      name: 'Site',
      engines: 2,
      work,
      inputs: [{ id: 'scene', folder: scene }],
      references: [{ id: 'photos', folder: photos }],
      outputs: outputFormats.map((format) => ({ format, folder: folderOf(format) })),
      ...change,
    }),
  };
}

export const blockOf = (site: Site): Block => ({
  crs: 'EPSG:25832+7837',
  cameras: [site.camera],
  photos: site.poses.map((pose, n) => ({
    data: 'photos',
    name: photoName(n),
    path: '',
    camera: 0,
    pose: mapPose(site, pose),
  })),
  ties: [],
  points: [],
});
