import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSceneName } from '../../context-scene/document.ts';
import { EngineFailure } from '../../engine.ts';
import { dataOfScene, readContextScene } from '../scene/read-context-scene.ts';
import { dataOfOrientations, readOrientations } from '../scene/read-orientations.ts';
import type { Scene } from '../scene/scene.ts';
import { filesIn } from './find-photos.ts';

const headBytes = 2048;

/** Whether a file tells of photos: a scene by its name, orientations by what they begin with. */
export function isSceneFile(path: string): boolean {
  if (isSceneName(basename(path))) return true;
  return /\.xml$/i.test(path) && /<BlocksExchange[\s>]/.test(headOf(path));
}

function headOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, headBytes, 0));
  } finally {
    closeSync(file);
  }
}

/** `name`: for messages. */
export function readScene(path: string, name: string): Scene {
  const read = isSceneName(basename(name)) ? readContextScene : readOrientations;
  return read(readFileSync(path, 'utf8'), name);
}

/** Ids of the data that scenes in a folder refer to, so that it can be provided. Broken scenes are told by the engine. */
export async function referencedData(folder: string): Promise<string[]> {
  const scenes = (await filesIn(folder)).filter((name) => isSceneFile(join(folder, name)));
  const ids = scenes.flatMap((name) => {
    const dataOf = isSceneName(basename(name)) ? dataOfScene : dataOfOrientations;
    try {
      return dataOf(readFileSync(join(folder, name), 'utf8'), name);
    } catch (error) {
      if (error instanceof EngineFailure) return [];
      throw error;
    }
  });
  return [...new Set(ids)];
}
