import type { Static } from 'typebox';
import {
  anyObject,
  arrayOf,
  input,
  line,
  nullable,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { email } from '../member/schema.ts';

/** Different role ids in all entries of an action, and e-mails to remove. */
export const mostPerAction = 100;

const roleEntry = { email: email(), roleIds: arrayOf(uuid(), { minItems: 1 }) };
const userEntry = { email: email() };

/** JobActions as posted; `options` are kept and ignored. */
const posted = input(
  {
    assignRoles: optional(arrayOf(input(roleEntry), { minItems: 1 })),
    unassignRoles: optional(arrayOf(input(roleEntry), { minItems: 1 })),
    removeMembers: optional(arrayOf(input(userEntry), { minItems: 1, maxItems: mostPerAction })),
    options: optional(nullable(anyObject())),
  },
  'JobActions',
);

export const jobCreate = input({ actions: posted }, 'JobCreate');

export const jobActions = output(
  {
    assignRoles: optional(arrayOf(output(roleEntry))),
    unassignRoles: optional(arrayOf(output(roleEntry))),
    removeMembers: optional(arrayOf(output(userEntry))),
    options: optional(nullable(anyObject())),
  },
  'PostedJobActions',
);

export const actionsAnswer = output({ actions: jobActions }, 'JobActionsResponse');

export const jobError = output(
  { code: line(), message: line(), target: optional(line({ examples: ['assignRoles[0].roleIds[1]'] })) },
  'JobError',
);

/** Job; not wrapped. `error` is there only while there is one and with `Prefer: return=representation`. */
export const job = output(
  {
    id: uuid(),
    twinId: uuid(),
    status: oneOf(['Active', 'Completed', 'PartialCompleted', 'Failed']),
    error: optional(arrayOf(jobError)),
  },
  'Job',
);

export type JobActions = Static<typeof jobActions>;
export type JobError = Static<typeof jobError>;

export const jobExample: Static<typeof job> = {
  id: 'fb936e1f-5a60-4fe0-8237-e7afbf47512b',
  twinId: '6c9aba19-76f5-4a21-a4df-a8512df2201e',
  status: 'Active',
};
