import { Type } from 'typebox';
import { twinFull } from '../../../api/ports/twin-shape.ts';
import {
  arrayOf,
  dateTime,
  integer,
  line,
  link,
  nullable,
  oneOf,
  optional,
  output,
  sensitive,
  uuid,
} from '../../../kernel/schema/shapes.ts';

/** What a sandbox may begin with. */
export const templates = ['empty'] as const;

const failure = output({ code: Type.String(), message: Type.String() });

const clock = output(
  {
    dateTime: dateTime('What its clock shows.'),
    offsetMs: integer({ minimum: 0, description: 'How far it is ahead of real time.' }),
    state: oneOf(['Ready', 'Advancing']),
    target: nullable(dateTime()),
    jobId: nullable(uuid()),
    error: nullable(failure),
  },
  'Clock',
);

export const sandbox = output(
  {
    id: uuid('The id of its top twin.'),
    displayName: Type.String(),
    number: Type.String(),
    template: oneOf(templates),
    state: oneOf(['Preparing', 'Ready', 'Failed']),
    error: nullable(failure),
    createdBy: uuid(),
    applicationId: Type.String({ description: 'The client id of the application that made it.' }),
    createdDateTime: dateTime(),
    endDateTime: dateTime('When it is removed, by real time.'),
    clock,
    claimUrl: optional(
      sensitive(
        Type.String({ description: 'Where people of the organization claim it. Only in the answer of Create.' }),
      ),
    ),
    _links: output({ self: link, twin: link }),
  },
  'Sandbox',
);

export const oneSandbox = output({ sandbox }, 'SandboxResponse');
export const sandboxList = output(
  { sandboxes: arrayOf(sandbox), _links: output({ self: link, next: optional(link) }) },
  'SandboxesResponse',
);
export const claimed = output({ twin: twinFull }, 'ClaimResponse');

export const testMode = output(
  {
    testMode: output({
      mode: oneOf(['on']),
      applicationId: Type.String({ description: 'The client id of the application that asks.' }),
      sandboxes: integer({ description: 'That this application has made for the caller.' }),
      maxSandboxes: integer({ description: 'How many that may be.' }),
      streams: integer({ description: 'Of listening, at this moment.' }),
      faultRules: integer({ description: 'That act on the caller.' }),
    }),
  },
  'TestModeResponse',
);

/** Members that nobody knows are refused: a misspelt one must not pass silently. */
const strict = { additionalProperties: false };

export const sandboxCreate = Type.Object(
  {
    displayName: optional(line({ min: 1, max: 255, description: 'Default: Sandbox.' })),
    template: optional(oneOf(templates, 'What it begins with.')),
    days: optional(integer({ minimum: 1, maximum: 90, description: 'How long it is there; default 7.' })),
    number: optional(line({ min: 1, max: 255, description: 'Default: its id.' })),
  },
  { ...strict, title: 'SandboxCreate' },
);

export const sandboxClaim = Type.Object(
  {
    key: optional(sensitive(Type.String({ maxLength: 200, description: 'What stands behind the # of claimUrl.' }))),
    displayName: optional(line({ min: 1, max: 255, description: 'Another name of the twin.' })),
    number: optional(line({ min: 1, max: 255, description: 'Another number of the twin.' })),
  },
  { ...strict, title: 'SandboxClaim' },
);

export const listQuery = Type.Object({
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page; default 100.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});
