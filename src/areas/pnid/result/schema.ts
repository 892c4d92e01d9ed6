import { Type } from 'typebox';
import {
  arrayOf,
  input,
  integer,
  keptInput,
  line,
  number,
  oneOf,
  optional,
  paragraphs,
} from '../../../kernel/schema/shapes.ts';

/*
 * A reviewed prediction file. What readers of these files know besides is kept as it is given.
 */

const id = () => line({ min: 1, max: 100, exact: true });
const many = 100_000;
const status = oneOf(['pending', 'approved', 'deleted']);
const share = () => number({ minimum: 0, maximum: 1 });
const place = arrayOf(number(), { minItems: 2, maxItems: 2 });

const labelled = {
  modelSchema: optional(line({ max: 100 })),
  modelClass: optional(line({ max: 64, pattern: '^[A-Z][A-Z0-9_]*$' })),
  userLabel: optional(line({ max: 255 })),
  userLabelTextIds: optional(arrayOf(id(), { maxItems: 100 })),
  userLabelConfidence: optional(number()),
  description: optional(paragraphs({ max: 4000 })),
  status,
  confidence: optional(share()),
};

const boundingBox = input(
  {
    top: number({ minimum: 0 }),
    left: number({ minimum: 0 }),
    width: number({ minimum: 1 }),
    height: number({ minimum: 1 }),
  },
  'PnIDBoundingBox',
);

const region = keptInput(
  {
    id: id(),
    boundingBox,
    ...labelled,
    text: optional(line({ max: 1000, exact: true })),
    textStatus: optional(integer({ minimum: 0, maximum: 2 })),
  },
  'PnIDRegion',
);

const link = keptInput(
  {
    endpoints: arrayOf(id(), { maxItems: 2 }),
    ...labelled,
    path: optional(arrayOf(place, { maxItems: 10_000 })),
  },
  'PnIDLink',
);

const point = keptInput(
  { pos: place, assocSymbol: optional(id()), relatedLinks: arrayOf(id(), { maxItems: 1000 }) },
  'PnIDConnectionPoint',
);

export const review = input(
  {
    asset: keptInput({ id: id() }, 'PnIDAsset'),
    regions: arrayOf(region, { maxItems: many }),
    links: Type.Record(Type.String(), link),
    connectionPoints: Type.Record(Type.String(), point),
  },
  'PnIDPrediction',
);
