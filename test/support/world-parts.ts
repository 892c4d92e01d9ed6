import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { core } from './world-core.ts';
import type { WorldPart } from './world-part.ts';

const ofArea = async (file: string): Promise<WorldPart> => (await import(pathToFileURL(resolve(file)).href)).world;

/** What every area puts into the world. */
export const worldParts: readonly WorldPart[] = [
  ...(await Promise.all(globSync('src/**/testing/world.ts').sort().map(ofArea))),
  core,
];

type Tables = 'things' | 'bodies' | 'headers' | 'queries' | 'exceptions' | 'cannotSucceed' | 'mostAtOnce' | 'stated';

/** The tables of that name of all parts, as one. */
export const worldTable = <T extends Tables>(name: T): Required<WorldPart>[T] =>
  Object.assign({}, ...worldParts.map((part) => part[name]));
