import type { DetectorType } from '../detect/description.ts';
import { type Detector, openDetector } from '../detect/detector.ts';
import { factsOf } from '../detect/trial/facts.ts';
import { failures } from '../failures.ts';
import type { Order } from './order.ts';

/** The detector of an order, opened for a use. One that nobody has run yet is run as an upload is. */
export async function detectorIn(order: Order, use: DetectorType): Promise<Detector> {
  const { params } = order;
  if (params.detector === undefined) throw failures.notRunnable('There is no detector.');
  const detector = await openDetector(params.detector, use);
  if (params.isTried !== true) order.tried = await factsOf(detector);
  return detector;
}
