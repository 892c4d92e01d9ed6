import { makeCoarseDepths, makeDepths, makeKept, makePoints, makeView } from '../dense/tasks.ts';
import { makeLevel, makeMesh } from '../mesh/tasks.ts';
import { makeCloudFile } from '../output/cloud.ts';
import { makeObj } from '../output/obj.ts';
import { makeTiles } from '../output/tiles.ts';
import { makeRasters } from '../raster/tasks.ts';
import { makeLabels, makeWorth } from '../texture/tasks.ts';

/** All that a thread can do. Orders and results are plain data; what is large goes through files. */
const tasks = {
  view: makeView,
  coarseDepths: makeCoarseDepths,
  depths: makeDepths,
  kept: makeKept,
  points: makePoints,
  mesh: makeMesh,
  level: makeLevel,
  worth: makeWorth,
  labels: makeLabels,
  rasters: makeRasters,
  obj: makeObj,
  tiles: makeTiles,
  cloudFile: makeCloudFile,
};

export type TaskName = keyof typeof tasks;
export type TaskOrder<N extends TaskName> = Parameters<(typeof tasks)[N]>[0];
export type TaskResult<N extends TaskName> = Awaited<ReturnType<(typeof tasks)[N]>>;

export const perform = async (name: TaskName, order: never): Promise<unknown> => tasks[name](order);
