import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { newJob, setState } from '../../src/areas/reality-conversion/testing/fixture.ts';
import { fill, newData } from '../../src/areas/reality-data/testing/fixture.ts';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import type { ConsolePlatform } from './console.ts';

/** Reality data of files, and the job that converts it; through the APIs. */
export async function converting(
  platform: ConsolePlatform,
  twinId: string,
  displayName: string,
  paths: readonly string[],
  output: string,
): Promise<string> {
  const { ada } = platform;
  const id = await newData(platform, ada, { twinId, displayName, type: 'Unstructured' });
  await fill(platform, ada, id, Object.fromEntries(paths.map((path) => [basename(path), readFileSync(path)])));
  const body = { name: displayName, twinId, inputs: [{ id }], outputs: [output], options: { tileFormat: 'PNG' } };
  await setState(platform, ada, await newJob(platform, ada, body), 'active');
  return id;
}

/** A tower of 10 m in the middle of the site of the samples. */
export const towerFile = (): string =>
  stepFile(
    project(`${boxShape(100, 4, 4, 10)}
${wall(110, 'tower00000000000000000', '#105')}
#140=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110),#33);`).replace(
      '.ELEMENT.,$,$,$,$,$);',
      '.ELEMENT.,(48,51,11,204000),(8,20,8,85000),312.,$,$);',
    ),
  );
