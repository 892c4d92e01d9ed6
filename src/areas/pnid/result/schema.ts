import { Type } from 'typebox';
import { areaKinds } from '../../../engines/drawings/prediction.ts';
import {
  arrayOf,
  input,
  integer,
  line,
  number,
  oneOf,
  openInput,
  optional,
  paragraphs,
} from '../../../kernel/schema/shapes.ts';

/*
 * A reviewed prediction file. What readers of these files know besides is kept as it is given.
 */

const id = () => line({ min: 1, max: 100, untrimmed: true });
const many = 100_000;
const status = oneOf(['pending', 'approved', 'deleted']);
const share = () => number({ minimum: 0, maximum: 1 });
const place = arrayOf(number(), { minItems: 2, maxItems: 2 });

const labelled = {
  modelSchema: optional(line({ max: 100 })),
  modelClass: optional(line({ max: 64, pattern: '^[A-Z][A-Z0-9_]*$', examples: ['GATE_VALVE'] })),
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

const region = openInput(
  {
    id: id(),
    boundingBox,
    ...labelled,
    text: optional(line({ max: 1000, untrimmed: true })),
    textStatus: optional(integer({ minimum: 0, maximum: 2 })),
  },
  'PnIDRegion',
);

const link = openInput(
  {
    endpoints: arrayOf(id(), { maxItems: 2 }),
    ...labelled,
    path: optional(arrayOf(place, { maxItems: 10_000 })),
  },
  'PnIDLink',
);

const point = openInput(
  { pos: place, assocSymbol: optional(id()), relatedLinks: arrayOf(id(), { maxItems: 1000 }) },
  'PnIDConnectionPoint',
);

const area = openInput(
  {
    id: id(),
    kind: oneOf(areaKinds),
    boundingBox,
    confidence: share(),
    status,
    text: optional(paragraphs({ max: 20_000 })),
  },
  'PnIDArea',
);

const said = () => optional(line({ max: 1000, untrimmed: true }));
const sheetInfo = openInput(
  {
    title: said(),
    number: said(),
    revision: said(),
    sheet: said(),
    size: said(),
    project: said(),
    date: said(),
    scale: said(),
    textIds: Type.Record(Type.String(), arrayOf(id(), { maxItems: 100 })),
    confidence: share(),
    revisions: arrayOf(openInput({ revision: line({ max: 100 }) }, 'PnIDRevision'), { maxItems: 1000 }),
  },
  'PnIDSheetInfo',
);

export const review = input(
  {
    asset: openInput({ id: id() }, 'PnIDAsset'),
    sheet: optional(sheetInfo),
    areas: optional(arrayOf(area, { maxItems: 10_000 })),
    regions: arrayOf(region, { maxItems: many }),
    links: Type.Record(Type.String(), link),
    connectionPoints: Type.Record(Type.String(), point),
  },
  'PnIDPrediction',
);
