import type { Static } from 'typebox';
import {
  anyObject,
  anyText,
  arrayOf,
  boolean,
  dateTime,
  given,
  input,
  integer,
  line,
  link,
  number,
  oneOf,
  optional,
  output,
  uuid,
} from '../../kernel/schema/shapes.ts';
import { messageShape, stateChange } from '../../reality-jobs/shapes.ts';
import { jobTypes, outputTypes } from './formats.ts';

const states = ['unsubmitted', 'active', 'success', 'failed', 'cancelled'] as const;

const byte = '(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
const srs = line({
  max: 32,
  pattern: '^((EPSG:|epsg:)?[0-9]{1,6}([+][0-9]{1,6})?)?$',
  description: '`EPSG:n`, `EPSG:n+m`, or a bare number; empty: not given.',
});

/** All of them are optional; null, or in a change null, is as if it were not given. */
const jobOptions = input(
  {
    processingEngines: given(integer({ minimum: 0, maximum: 1000, description: '0: as many as there are.' })),
    merge: given(boolean('One output file of all inputs, in place of one of each.')),
    inputSRS: given(srs),
    outputSRS: given(srs),
    sampleWorldStep: given(
      number({
        minimum: 0.001,
        maximum: 1000,
        description: 'Metres between the points of a mesh that becomes a cloud.',
      }),
    ),
    featureClassDisplayName: given(line({ max: 256 })),
    topLevel: given(integer({ minimum: -1, maximum: 24, description: '-1: the one where one tile holds everything.' })),
    bottomLevel: given(
      integer({ minimum: -1, maximum: 24, description: '-1: the one that is closest to the pixels of the input.' }),
    ),
    tileFormat: given(line({ pattern: '^([jJ][pP][gG]|[pP][nN][gG])$', examples: ['JPG', 'PNG'] })),
    jpgQuality: given(integer({ minimum: 10, maximum: 99 })),
    backgroundColor: given(line({ pattern: `^${byte}[.]${byte}[.]${byte}$`, examples: ['255.255.255'] })),
  },
  'ConversionOptions',
);
export type GivenOptions = Static<typeof jobOptions>;

const costParameters = input(
  { gigaPixels: given(number({ minimum: 0 })), megaPoints: given(number({ minimum: 0 })) },
  'ConversionCostParameters',
);
export type CostParameters = Static<typeof costParameters>;

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
    options: given(jobOptions),
    costEstimationParameters: given(costParameters),
  },
  'ConversionJobCreate',
);
export type JobCreate = Static<typeof jobCreate>;

export const jobUpdate = input(
  {
    state: stateChange,
    type: given(type),
    name: given(name),
    inputs: given(inputs),
    outputs: given(outputs),
    options: given(jobOptions),
    costEstimationParameters: given(costParameters),
  },
  'ConversionJobUpdate',
);
export type JobUpdate = Static<typeof jobUpdate>;

const execution = output(
  {
    submissionDateTime: dateTime(),
    startedDateTime: given(dateTime()),
    endedDateTime: given(dateTime()),
    estimatedUnits: given(number({ description: 'The cost of what was really processed.' })),
    errors: optional(arrayOf(messageShape)),
    warnings: optional(arrayOf(messageShape)),
  },
  'ConversionExecution',
);

const cost = output(
  { gigaPixels: given(number()), megaPoints: given(number()), estimatedCost: number() },
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
