import type { Static } from 'typebox';
import {
  anyObject,
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
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { amount, messageShape, stateChange } from '../../../reality-jobs/shapes.ts';
import { jobTypes, outputTypes } from '../formats.ts';

const states = ['unsubmitted', 'active', 'success', 'failed', 'cancelled'] as const;

const byte = '(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
const srs = paragraphs({
  untrimmed: false,
  max: 65_536,
  pattern:
    '^\\s*(((EPSG:|epsg:|ESRI:|esri:)?[0-9]{1,6}([+][0-9]{1,6})?)?|[+](proj|init)=[\\s\\S]*|[A-Za-z_]+\\s*\\[[\\s\\S]*)\\s*$',
  description:
    '`EPSG:n`, `EPSG:n+m`, a bare number, well-known text of either version, or PROJ text; empty: not given.',
  examples: ['EPSG:25832+7837'],
});

/** All of them are optional; null, or in a change null, is as if it were not given. */
const jobOptions = input(
  {
    processingEngines: optionalNullable(
      integer({ minimum: 0, maximum: 1000, description: '0: as many as there are.' }),
    ),
    merge: optionalNullable(boolean('One output file of all inputs, in place of one of each.')),
    inputSRS: optionalNullable(srs),
    outputSRS: optionalNullable(srs),
    columns: optionalNullable(
      line({
        min: 5,
        max: 1000,
        pattern: '^\\S+( \\S+){2,}$',
        examples: ['x y z i r g b class -'],
        description:
          'What the columns of clouds of text are, by their places, where the files do not tell; "-": nothing.',
      }),
    ),
    delimiter: optionalNullable(oneOf([';', ',', 'tab', 'space'])),
    decimal: optionalNullable(oneOf(['.', ','])),
    sampleWorldStep: optionalNullable(
      number({
        minimum: 0.001,
        maximum: 1000,
        description: 'Metres between the points of a mesh that becomes a cloud.',
      }),
    ),
    featureClassDisplayName: optionalNullable(line({ max: 256 })),
    topLevel: optionalNullable(
      integer({ minimum: -1, maximum: 24, description: '-1: the one where one tile holds everything.' }),
    ),
    bottomLevel: optionalNullable(
      integer({ minimum: -1, maximum: 24, description: '-1: the one that is closest to the pixels of the input.' }),
    ),
    tileFormat: optionalNullable(line({ pattern: '^([jJ][pP][gG]|[pP][nN][gG])$', examples: ['JPG', 'PNG'] })),
    stretch: optionalNullable(
      line({
        pattern: '^(auto|none|-?\\d+([.]\\d+)?,-?\\d+([.]\\d+)?)$',
        examples: ['auto', 'none', '0,4095'],
        description:
          'How values of more than 8 bits become colours of tile maps: between 2 % and 98 % of them, over their whole range, or between two values.',
      }),
    ),
    jpgQuality: optionalNullable(integer({ minimum: 10, maximum: 99 })),
    backgroundColor: optionalNullable(line({ pattern: `^${byte}[.]${byte}[.]${byte}$`, examples: ['255.255.255'] })),
  },
  'ConversionOptions',
);
export type GivenOptions = Static<typeof jobOptions>;

const costParameters = input({ gigaPixels: amount, megaPoints: amount }, 'ConversionCostParameters');

const type = oneOf(jobTypes);
const name = line({ min: 1, max: 256 });
const inputs = arrayOf(
  input({ id: line({ min: 1, max: 200, description: 'Of reality data, or of a folder or file of Storage.' }) }),
  { minItems: 1, maxItems: 100 },
);
const outputs = arrayOf(oneOf(outputTypes), { minItems: 1, maxItems: 100 });

export const jobCreate = input(
  {
    type,
    name,
    twinId: uuid(),
    inputs,
    outputs,
    options: optionalNullable(jobOptions),
    costEstimationParameters: optionalNullable(costParameters),
  },
  'ConversionJobCreate',
);
export type JobCreate = Static<typeof jobCreate>;

export const jobUpdate = input(
  {
    state: stateChange,
    type: optionalNullable(type),
    name: optionalNullable(name),
    inputs: optionalNullable(inputs),
    outputs: optionalNullable(outputs),
    options: optionalNullable(jobOptions),
    costEstimationParameters: optionalNullable(costParameters),
  },
  'ConversionJobUpdate',
);
export type JobUpdate = Static<typeof jobUpdate>;

const execution = output(
  {
    submissionDateTime: dateTime(),
    startedDateTime: optionalNullable(dateTime()),
    endedDateTime: optionalNullable(dateTime()),
    estimatedUnits: optional(number({ description: 'The cost of what was really processed, once it is known.' })),
    errors: optional(arrayOf(messageShape)),
    warnings: optional(arrayOf(messageShape)),
  },
  'ConversionExecution',
);

const cost = output(
  { gigaPixels: optionalNullable(number()), megaPoints: optionalNullable(number()), estimatedCost: number() },
  'ConversionCost',
);

export const job = output(
  {
    id: uuid(),
    name: anyText(),
    type: anyText(),
    state: oneOf(states),
    twinId: uuid(),
    ownerId: anyText('Its creator.'),
    email: anyText('Of the creator.'),
    createdDateTime: dateTime(),
    lastModifiedDateTime: dateTime(),
    dataCenter: anyText(),
    executionInformation: optional(execution),
    costEstimation: optional(cost),
    inputs: arrayOf(output({ id: anyText('As it was given.'), type: anyText() })),
    outputs: arrayOf(output({ type: anyText(), id: optional(uuid('From submission on.')) })),
    options: optional(anyObject('As they were given.')),
  },
  'ConversionJob',
);
export type JobView = Static<typeof job>;

export const oneJob = output({ job }, 'ConversionJobResponse');
export const changedJob = output({ job, estimatedCost: optional(number()) }, 'ConversionJobChangeResponse');
export const jobList = output(
  { jobs: arrayOf(job), _links: optional(output({ next: link }, 'ConversionJobLinks')) },
  'ConversionJobListResponse',
);
export const progressAnswer = output(
  {
    progress: output(
      { percentage: number({ minimum: 0, maximum: 100 }), state: oneOf(states), step: anyText() },
      'ConversionProgress',
    ),
  },
  'ConversionProgressResponse',
);
