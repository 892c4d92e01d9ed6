import type { Detail } from '../../../api/http/problem.ts';
import type { Prediction } from '../../../engines/drawings/prediction.ts';
import { invalidValue } from '../errors.ts';

const mostFaults = 100;

/** What of a reviewed sheet cannot be: ids that are not there or there twice, boxes outside of the picture, another asset. */
export function reviewFaults(given: Prediction, stored: Pick<Prediction, 'asset'>): Detail[] {
  const faults: Detail[] = [];
  const add = (target: string, message: string) => {
    if (faults.length < mostFaults) faults.push(invalidValue(target, message));
  };
  if (JSON.stringify(sorted(given.asset)) !== JSON.stringify(sorted(stored.asset))) {
    add('asset', 'The asset must stay as it is.');
  }
  const regions = new Set<string>();
  for (const [n, { id, boundingBox: box }] of given.regions.entries()) {
    if (regions.has(id)) add(`regions[${n}].id`, `The id '${id}' is there twice.`);
    regions.add(id);
    const { width, height } = stored.asset.size;
    const inside = box.left + box.width <= width && box.top + box.height <= height;
    if (!inside) add(`regions[${n}].boundingBox`, `The box must lie in the picture of ${width} × ${height} pixels.`);
  }
  for (const [n, { userLabelTextIds = [] }] of given.regions.entries()) {
    if (!userLabelTextIds.every((id) => regions.has(id))) add(`regions[${n}].userLabelTextIds`, 'A text is not there.');
  }
  lineFaults(given, regions, add);
  return faults;
}

type Add = (target: string, message: string) => void;

function lineFaults({ links, connectionPoints }: Prediction, regions: ReadonlySet<string>, add: Add): void {
  for (const [id, { endpoints }] of Object.entries(links)) {
    if (endpoints.length === 1) add(`links.${id}.endpoints`, 'A link has two endpoints, or none.');
    for (const end of endpoints) {
      const point = Object.hasOwn(connectionPoints, end) ? connectionPoints[end] : undefined;
      if (point === undefined) add(`links.${id}.endpoints`, `The connection point '${end}' is not there.`);
      else if (!point.relatedLinks.includes(id))
        add(`connectionPoints.${end}.relatedLinks`, `The link '${id}' ends here, but is not named.`);
    }
  }
  for (const [id, { assocSymbol, relatedLinks }] of Object.entries(connectionPoints)) {
    if (assocSymbol !== undefined && !regions.has(assocSymbol)) {
      add(`connectionPoints.${id}.assocSymbol`, `The region '${assocSymbol}' is not there.`);
    }
    const unknown = relatedLinks.find((link) => !Object.hasOwn(links, link));
    if (unknown !== undefined) add(`connectionPoints.${id}.relatedLinks`, `The link '${unknown}' is not there.`);
  }
}

const sorted = (value: object): unknown =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
