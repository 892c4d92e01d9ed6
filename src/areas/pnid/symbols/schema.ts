import { type Static, Type } from 'typebox';
import {
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  number,
  oneOf,
  optional,
  optionalNullable,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

/*
 * Symbol sets (pnid.md section 1.4). Places are in the unit square about 0, 0, y down; angles in degrees.
 */

/** How far a place may lie outside of the unit square. */
const most = 10;
const place = () => number({ minimum: -most, maximum: most });
const xy = arrayOf(place(), { minItems: 2, maxItems: 2 });
const numbers = (count: number) =>
  arrayOf(number({ minimum: -3600, maximum: 3600 }), { minItems: count, maxItems: count });

/** One of `line`, `polyline`, `circle`, `arc`: see check.ts. */
const shape = input(
  {
    line: optional(numbers(4)),
    dashed: optional(boolean('Of a line: it is drawn dashed.')),
    needed: optional(boolean('Of a line: the symbol is none where it is not drawn from end to end.')),
    polyline: optional(arrayOf(xy, { minItems: 2, maxItems: 2000 })),
    closed: optional(boolean('Of a polyline.')),
    circle: optional(numbers(3)),
    arc: optional(numbers(5)),
  },
  'PnIDShape',
);
export type ShapeInput = Static<typeof shape>;

const tagPlaces = ['inside', 'near', 'split', 'none'] as const;
const modelClass = () =>
  line({ min: 1, max: 64, pattern: '^[A-Z][A-Z0-9_]{0,63}$', untrimmed: true, examples: ['GATE_VALVE'] });

const symbolInput = input(
  {
    name: line({ min: 1, max: 100 }),
    modelClass: modelClass(),
    inLine: boolean('A pipe goes through it: its line number holds on both sides.'),
    rotations: arrayOf(integer({ minimum: 0, maximum: 270, description: '0, 90, 180 or 270.' }), {
      minItems: 1,
      maxItems: 4,
    }),
    mirrored: boolean('It is looked for mirrored, too.'),
    tag: oneOf(tagPlaces, 'Where its tag stands; `split`: letters over a number, inside.'),
    width: number({ minimum: 0.01, maximum: 1000, description: 'Its usual larger side, in heights of letters.' }),
    range: optional(
      arrayOf(
        number({
          minimum: 0.01,
          maximum: 1000,
          description: 'Its larger side at least and at most, in heights of letters.',
        }),
        { minItems: 2, maxItems: 2 },
      ),
    ),
    inside: optional(line({ min: 1, max: 20, untrimmed: true, description: 'The only text that stands inside.' })),
    properties: optional(Type.Record(Type.String({ maxLength: 50 }), line({ max: 50 }), { maxProperties: 20 })),
    ports: optional(arrayOf(xy, { maxItems: 100 })),
    shapes: arrayOf(shape, { minItems: 1, maxItems: 100 }),
  },
  'PnIDSymbol',
);
export type SymbolInput = Static<typeof symbolInput>;

const tagRule = input(
  {
    pattern: line({ min: 1, max: 200, untrimmed: true, description: 'A regular expression for the whole text.' }),
    classes: optional(arrayOf(modelClass(), { maxItems: 100 })),
  },
  'PnIDTagRule',
);

const content = {
  displayName: line({ min: 1, max: 255 }),
  minConfidence: optionalNullable(number({ minimum: 0, maximum: 1, description: 'What is less alike is no symbol.' })),
  tags: optionalNullable(arrayOf(tagRule, { minItems: 1, maxItems: 50 })),
  linePattern: optionalNullable(
    line({ min: 1, max: 200, untrimmed: true, description: 'What line numbers begin with.' }),
  ),
  symbols: optionalNullable(arrayOf(symbolInput, { minItems: 1, maxItems: 500 })),
};

export const setCreate = input(
  { twinId: uuid('The twin whose drawings it is for.'), ...content },
  'PnIDSymbolSetCreate',
);
export const setUpdate = input(content, 'PnIDSymbolSetUpdate');
export type SetContent = Static<typeof setUpdate>;

export const setsQuery = input({ twinId: uuid() });
export const setQuery = input({
  version: optional(integer({ minimum: 1, description: 'An earlier version; default the present one.' })),
});

export const learnRequest = input(
  {
    inferenceId: uuid('Of the same twin, with a run that is completed.'),
    sheet: line({ min: 1, max: 200, untrimmed: true, examples: ['plant_pdf_p0001'] }),
    regionIds: arrayOf(line({ min: 1, max: 100, untrimmed: true }), { minItems: 1, maxItems: 100 }),
  },
  'PnIDLearn',
);
export const trialRequest = input(
  {
    inferenceId: uuid('Of the same twin, with a run that is completed.'),
    sheet: line({ min: 1, max: 200, untrimmed: true, examples: ['plant_pdf_p0001'] }),
    draft: optional(input(content, 'PnIDSymbolSetDraft')),
  },
  'PnIDTrial',
);

const facts = {
  id: uuid(),
  twinId: optionalNullable(uuid('Null of what is built in.')),
  displayName: anyText(),
  version: integer({ minimum: 1 }),
  readOnly: boolean(),
  minConfidence: number(),
  tags: arrayOf(output({ pattern: anyText(), classes: arrayOf(anyText()) }, 'PnIDTagRuleOfSet')),
  linePattern: anyText(),
};
const shapeOut = output(
  {
    line: optional(arrayOf(number())),
    dashed: optional(boolean()),
    needed: optional(boolean()),
    polyline: optional(arrayOf(arrayOf(number()))),
    closed: optional(boolean()),
    circle: optional(arrayOf(number())),
    arc: optional(arrayOf(number())),
  },
  'PnIDShapeOfSet',
);
const symbolOut = output(
  {
    name: anyText(),
    modelClass: anyText(),
    inLine: boolean(),
    rotations: arrayOf(integer()),
    mirrored: boolean(),
    tag: oneOf(tagPlaces),
    width: number(),
    range: optional(arrayOf(number())),
    inside: optional(anyText()),
    properties: optional(Type.Record(Type.String(), anyText())),
    ports: arrayOf(arrayOf(number())),
    shapes: arrayOf(shapeOut),
  },
  'PnIDSymbolOfSet',
);
const setOut = output({ ...facts, symbols: arrayOf(symbolOut) }, 'PnIDSymbolSet');
export const oneSet = output({ symbolSet: setOut }, 'PnIDSymbolSetResponse');
export const setList = output(
  {
    symbolSets: arrayOf(output({ ...facts, symbolsCount: integer({ minimum: 0 }) }, 'PnIDSymbolSetListed')),
    _links: output({ self: link }, 'PnIDSymbolSetsLinks'),
  },
  'PnIDSymbolSetsResponse',
);

export const versionList = output(
  {
    versions: arrayOf(
      output(
        {
          version: integer({ minimum: 1 }),
          displayName: anyText(),
          publishedDateTime: dateTime(),
          symbolsCount: integer({ minimum: 0 }),
        },
        'PnIDSymbolSetVersion',
      ),
    ),
    _links: output({ self: link }, 'PnIDSymbolSetVersionsLinks'),
  },
  'PnIDSymbolSetVersionsResponse',
);

export const learnt = output(
  {
    symbolSet: setOut,
    added: arrayOf(output({ name: anyText(), regionId: anyText() }, 'PnIDLearntSymbol')),
    refused: arrayOf(output({ regionId: anyText(), reason: anyText() }, 'PnIDRefusedRegion')),
  },
  'PnIDLearnResponse',
);

const counts = output(
  {
    right: integer({ minimum: 0, description: 'Approved symbols that are found, with their class.' }),
    missed: integer({ minimum: 0, description: 'Approved symbols that are not.' }),
    wrong: integer({ minimum: 0, description: 'Deleted ones that are found all the same.' }),
    unreviewed: integer({ minimum: 0, description: 'Found where nobody has said anything.' }),
  },
  'PnIDTrialCounts',
);
export const trial = output(
  {
    before: counts,
    after: counts,
    better: arrayOf(anyText('A region.')),
    worse: arrayOf(anyText('A region.')),
  },
  'PnIDTrialResponse',
);
