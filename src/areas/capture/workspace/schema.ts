import type { Static } from 'typebox';
import {
  anyText,
  dateTime,
  input,
  integer,
  line,
  nullable,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

export const workspaceCreate = input(
  {
    name: line({ min: 1, max: 256 }),
    twinId: optional(nullable(uuid('Absent: only its creator sees the workspace, and it holds no files.'))),
    captureVersion: optional(nullable(line({ max: 32 }))),
  },
  'WorkspaceCreate',
);
export type WorkspaceCreate = Static<typeof workspaceCreate>;

export const workspace = output(
  {
    id: uuid('With a twin also that of reality data, into which settings of jobs may be put.'),
    createdDateTime: dateTime(),
    name: anyText(),
    twinId: optional(uuid()),
    captureVersion: anyText(),
  },
  'Workspace',
);
export const oneWorkspace = output({ workspace }, 'WorkspaceResponse');

export const limitQuery = input({ twinId: optional(anyText('A twin that the caller sees.')) });
export const limitAnswer = output(
  { enginesLimit: output({ maxEngines: integer({ minimum: 1 }) }, 'EnginesLimit') },
  'EnginesLimitResponse',
);
