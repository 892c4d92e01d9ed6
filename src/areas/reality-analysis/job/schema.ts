import type { Static } from 'typebox';
import {
  anyObject,
  anyText,
  arrayOf,
  dateTime,
  input,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  optionalNullable,
  output,
  signedLink,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { amount, messageShape, stateChange } from '../../../reality-jobs/shapes.ts';

/* Version 2 */

export const states2 = [
  'Queued',
  'Active',
  'TerminatingOnCancel',
  'TerminatingOnFailure',
  'Cancelled',
  'Failed',
  'Success',
] as const;

export const jobCreate = input(
  {
    type: line({ min: 1, max: 64, examples: ['Objects2D'] }),
    twinId: uuid(),
    specifications: input({
      inputs: anyObject('By the names that the type of the job has.'),
      outputs: arrayOf(line({ min: 1, max: 64 }), { minItems: 1, maxItems: 64 }),
      options: optional(nullable(anyObject())),
    }),
    name: optional(nullable(line({ min: 3, max: 256, pattern: '^([^"<>|:*?\\\\/\\u0000-\\u001f])+$' }))),
  },
  'AnalysisJobCreate',
);
export type JobCreate = Static<typeof jobCreate>;

const job2 = output(
  {
    id: uuid(),
    state: oneOf(states2),
    userId: anyText('Its creator.'),
    type: anyText(),
    twinId: uuid(),
    name: optional(anyText()),
    executionInfo: output(
      {
        createdDateTime: dateTime(),
        startedDateTime: optional(dateTime()),
        endedDateTime: optional(dateTime()),
        processingUnits: optional(number()),
      },
      'AnalysisExecutionInfo',
    ),
    specifications: output(
      {
        inputs: anyObject('As they were given.'),
        outputs: anyObject('Id of the reality data by the name of the output; of a report its path in the bucket.'),
        options: optional(anyObject('As they were given.')),
      },
      'AnalysisSpecifications',
    ),
  },
  'AnalysisJob',
);
export type JobView = Static<typeof job2>;

export const oneJob = output({ job: job2 }, 'AnalysisJobResponse');
export const jobList = output(
  { jobs: arrayOf(job2), _links: optional(output({ next: link }, 'AnalysisJobLinks')) },
  'AnalysisJobsResponse',
);
const percentage = number({ minimum: 0, maximum: 100 });
export const progressAnswer = output(
  { progress: output({ percentage, state: oneOf(states2) }, 'AnalysisProgress') },
  'AnalysisProgressResponse',
);
export const messagesAnswer = output(
  { messages: output({ errors: arrayOf(messageShape), warnings: arrayOf(messageShape) }, 'AnalysisMessages') },
  'AnalysisMessagesResponse',
);

export const bucketAnswer = output(
  {
    bucket: output({ twinId: uuid() }, 'AnalysisBucket'),
    _links: output({ containerUrl: signedLink }, 'AnalysisBucketLinks'),
  },
  'AnalysisBucketResponse',
);
const presetFile = output(
  {
    id: anyText(),
    name: anyText(),
    type: oneOf(['Preset']),
    description: optional(nullable(anyText())),
  },
  'AnalysisFile',
);
export const filesAnswer = output({ files: arrayOf(presetFile) }, 'AnalysisFilesResponse');

/* Version 1 */

const cost = input(
  {
    gigaPixels: amount,
    numberOfPhotos: amount,
    sceneWidth: amount,
    sceneHeight: amount,
    sceneLength: amount,
    detectorScale: amount,
    detectorCost: amount,
  },
  'AnalysisCostParameters',
);

const kind = line({ min: 1, max: 64 });
const name = line({ min: 1, max: 256 });
const inputs = arrayOf(input({ type: kind, id: line({ min: 1, max: 200 }) }), { minItems: 1, maxItems: 100 });
const outputs = arrayOf(kind, { minItems: 1, maxItems: 64 });

export const jobCreateV1 = input(
  {
    type: kind,
    name,
    twinId: uuid(),
    inputs,
    outputs,
    options: optionalNullable(anyObject()),
    costEstimationParameters: optionalNullable(cost),
  },
  'AnalysisJobCreateV1',
);
export type JobCreateV1 = Static<typeof jobCreateV1>;

export const jobUpdateV1 = input(
  {
    state: stateChange,
    type: optionalNullable(kind),
    name: optionalNullable(name),
    inputs: optionalNullable(inputs),
    outputs: optionalNullable(outputs),
    options: optionalNullable(anyObject()),
    costEstimationParameters: optionalNullable(cost),
  },
  'AnalysisJobUpdateV1',
);
export type JobUpdateV1 = Static<typeof jobUpdateV1>;

const states1 = oneOf(['unsubmitted', 'active', 'success', 'failed', 'cancelled']);
const job1 = output(
  {
    id: uuid(),
    name: anyText(),
    type: anyText(),
    state: states1,
    twinId: uuid(),
    email: anyText('Of the creator.'),
    dataCenter: anyText(),
    createdDateTime: dateTime(),
    lastModifiedDateTime: dateTime(),
    executionInformation: optional(
      output(
        {
          submissionDateTime: dateTime(),
          startedDateTime: optional(dateTime()),
          endedDateTime: optional(dateTime()),
          estimatedUnits: optional(number()),
          exitCode: optional(number({ description: '0 success, 1 fault of the input, 3 other.' })),
          errors: arrayOf(messageShape),
          warnings: arrayOf(messageShape),
        },
        'AnalysisExecutionV1',
      ),
    ),
    inputs: arrayOf(output({ type: anyText(), id: anyText() })),
    outputs: arrayOf(output({ type: anyText(), id: optional(uuid('From submission on.')) })),
    options: optional(anyObject('As they were given.')),
    costEstimation: optional(anyObject('The parameters, and `estimatedCost`.')),
  },
  'AnalysisJobV1',
);
export type JobViewV1 = Static<typeof job1>;

export const oneJobV1 = output({ job: job1 }, 'AnalysisJobResponseV1');
export const jobListV1 = output(
  { jobs: arrayOf(job1), _links: optional(output({ next: link }, 'AnalysisJobLinksV1')) },
  'AnalysisJobsResponseV1',
);
export const progressAnswerV1 = output(
  { progress: output({ percentage, state: states1, step: anyText() }, 'AnalysisProgressV1') },
  'AnalysisProgressResponseV1',
);
