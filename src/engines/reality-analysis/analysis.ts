import type { Engine } from '../engine.ts';
import type { AnalysisParams, AnalysisResult, AnalysisWork } from './params.ts';
import { detectChanges, extractGround, segmentCloud } from './work/clouds.ts';
import { evaluateCloud, evaluateMasks, evaluateObjects2D, evaluateObjects3D } from './work/evaluate.ts';
import { findObjects } from './work/objects-2d.ts';
import { newOrder, type Order, warnOfUnused } from './work/order.ts';
import { segmentMap } from './work/segment-map.ts';
import { segmentPhotos } from './work/segment-photos.ts';

const works: Readonly<Record<AnalysisWork, (order: Order) => Promise<void>>> = {
  Objects2D: findObjects,
  Segmentation2D: segmentPhotos,
  Segmentation3D: segmentCloud,
  SegmentationOrthophoto: segmentMap,
  ChangeDetection: detectChanges,
  ExtractGround: extractGround,
  EvalO2D: evaluateObjects2D,
  EvalO3D: evaluateObjects3D,
  EvalS2D: (order) => evaluateMasks(order, 'EvalS2D'),
  EvalSOrtho: (order) => evaluateMasks(order, 'EvalSOrtho'),
  EvalS3D: evaluateCloud,
};

/** Finds what is in photos, maps and clouds, and compares what was found. */
export const analyse: Engine<AnalysisParams, AnalysisResult> = async (params, context) => {
  const order = newOrder(params, context);
  await works[params.work](order);
  warnOfUnused(order);
  const { made: outputs, report, warnings, counts, tried } = order;
  const missing = params.outputs.filter((name) => name !== 'report' && outputs.every(({ output }) => output !== name));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} of ${params.work} was not made.`);
  return {
    outputs,
    report,
    warnings,
    tried,
    photos: counts.photos,
    gigaPixels: counts.pixels / 1e9,
    megaPoints: counts.points / 1e6,
  };
};
