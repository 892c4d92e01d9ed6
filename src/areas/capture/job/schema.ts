import type { Static } from 'typebox';
import {
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  optionalNullable,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { amount, messageShape, stateChange } from '../../../reality-jobs/shapes.ts';
import { formats, jobTypes, qualities } from '../formats.ts';

const cacheSettings = input(
  {
    createCache: optionalNullable(boolean('Taken, and told as ignored: nothing is kept for later jobs yet.')),
    useCache: optionalNullable(uuid('A job of the workspace that has succeeded with createCache.')),
  },
  'CaptureCacheSettings',
);

const quality = oneOf(qualities);
const outputs = arrayOf(oneOf(formats), { minItems: 1, maxItems: 100 });
const processingEngines = optionalNullable(
  integer({ minimum: 0, maximum: 1000, description: '0: as many as there are.' }),
);

const settings = input(
  { quality, outputs, processingEngines, cacheSettings: optionalNullable(cacheSettings) },
  'CaptureSettings',
);

const changedSettings = input(
  {
    quality: optionalNullable(quality),
    outputs: optionalNullable(outputs),
    processingEngines,
    cacheSettings: optionalNullable(cacheSettings),
  },
  'CaptureSettingsUpdate',
);

const costParameters = input(
  {
    gigaPixels: amount,
    megaPoints: amount,
    meshQuality: optionalNullable(oneOf([...qualities, 'Unknown'], '`Unknown` counts as `Medium`.')),
  },
  'CaptureCostParameters',
);

const jobInput = input(
  {
    id: line({ min: 1, max: 200, description: 'Of reality data, or of a folder or file of Storage.' }),
    description: optionalNullable(line({ max: 1024 })),
  },
  'CaptureJobInput',
);

export const jobCreate = input(
  {
    type: oneOf(jobTypes),
    name: line({ min: 1, max: 256 }),
    workspaceId: line({ max: 200 }),
    inputs: arrayOf(jobInput, { minItems: 1, maxItems: 50 }),
    settings,
    costEstimationParameters: optionalNullable(costParameters),
  },
  'CaptureJobCreate',
);
export type JobCreate = Static<typeof jobCreate>;

export const jobUpdate = input(
  {
    state: stateChange,
    type: optionalNullable(oneOf(jobTypes)),
    settings: optionalNullable(changedSettings),
    costEstimationParameters: optionalNullable(costParameters),
  },
  'CaptureJobUpdate',
);
export type JobUpdate = Static<typeof jobUpdate>;

const execution = output(
  {
    submittedDateTime: dateTime(),
    startedDateTime: optionalNullable(dateTime()),
    endedDateTime: optionalNullable(dateTime()),
    estimatedUnits: optional(number({ description: 'The cost of what was really processed, once it is known.' })),
    errors: optionalNullable(arrayOf(messageShape)),
    warnings: optionalNullable(arrayOf(messageShape)),
  },
  'CaptureExecution',
);

const costEstimation = output({
  gigaPixels: optionalNullable(number()),
  megaPoints: optionalNullable(number()),
  meshQuality: optionalNullable(anyText()),
});
export type CostParameters = Static<typeof costEstimation>;

export const job = output(
  {
    id: uuid(),
    name: anyText(),
    type: anyText(),
    state: oneOf(['unsubmitted', 'active', 'success', 'failed', 'cancelled']),
    createdDateTime: dateTime(),
    lastModifiedDateTime: dateTime(),
    location: anyText(),
    dataCenter: anyText(),
    twinId: optional(uuid()),
    workspaceId: uuid(),
    email: anyText('Of the creator.'),
    executionInformation: optional(execution),
    inputs: arrayOf(output({ id: anyText('As it was given.'), description: optional(anyText()) })),
    jobSettings: output(
      {
        quality: anyText(),
        processingEngines: integer(),
        outputs: arrayOf(output({ format: anyText(), id: nullable(uuid('From submission on.')) })),
        cacheSettings: optional(output({ createCache: optional(boolean()), useCache: optional(uuid()) })),
      },
      'CaptureJobSettings',
    ),
    costEstimationParameters: optional(costEstimation),
    estimatedCost: optional(number()),
  },
  'CaptureJob',
);
export type JobView = Static<typeof job>;

export const oneJob = output({ job }, 'CaptureJobResponse');
export const changedJob = output({ job, estimatedCost: optional(number()) }, 'CaptureJobChangeResponse');
export const jobList = output(
  { jobs: arrayOf(job), _links: optional(output({ next: link }, 'CaptureJobLinks')) },
  'CaptureJobListResponse',
);
export const progressAnswer = output(
  {
    jobProgress: output(
      {
        percentage: number({ minimum: 0, maximum: 100 }),
        state: oneOf(['Unsubmitted', 'Active', 'Over']),
        step: anyText(),
      },
      'CaptureProgress',
    ),
  },
  'CaptureProgressResponse',
);
