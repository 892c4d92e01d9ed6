import { Type } from 'typebox';
import {
  arrayOf,
  boolean,
  dateTime,
  input,
  line,
  nullable,
  oneOf,
  optional,
  output,
  uuid,
} from '../../kernel/schema/shapes.ts';
import { organizationRoles } from '../store/users.ts';
import { mostUris } from './redirect-rules.ts';

const types = ['Native', 'SPA', 'Web', 'Service'] as const;
const tiers = ['Community', 'Standard', 'Premium', 'Custom'] as const;
const states = ['Active', 'Disabled'] as const;
export const modes = ['Production', 'Test'] as const;

const texts = (description: string) => Type.Array(Type.String(), { description });

export const application = output(
  {
    clientId: Type.String({ description: 'The id that the application names itself by.' }),
    displayName: Type.String(),
    type: oneOf(types, 'Native and SPA have no secret; Service acts as its own user.'),
    mode: oneOf(modes, 'Tokens of mode Test reach sandboxes, and nothing else that could be changed.'),
    redirectUris: texts('Where people are sent back to; compared exactly, but for the port of a Native loopback.'),
    postLogoutRedirectUris: texts('Where people may be sent after signing off.'),
    scopes: texts('API scopes that it may ask for.'),
    email: optional(Type.String({ description: 'Of a Service: the address by which it is invited to twins.' })),
    userId: optional(uuid('Of a Service: its own user.')),
    roles: texts('Of a Service: the organization roles of its own user.'),
    organizationId: nullable(uuid("The creator's organization.")),
    tier: oneOf(tiers, 'How many requests it may make.'),
    trusted: boolean('Skips consent for users of its own organization.'),
    state: oneOf(states, 'Disabling ends its tokens.'),
    createdBy: uuid(),
    createdDateTime: dateTime(),
    lastModifiedDateTime: dateTime(),
  },
  'Application',
);

const uris = (description: string) =>
  optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: mostUris, description }));
const changeable = {
  redirectUris: uris('Absolute addresses without fragment; https, http on the own machine, or a private scheme.'),
  postLogoutRedirectUris: uris('As redirectUris.'),
  scopes: optional(Type.Array(Type.String(), { maxItems: 20, description: 'Default: twin-platform.' })),
  roles: optional(
    Type.Array(oneOf(organizationRoles), { description: 'Service only. Set by organization administrators.' }),
  ),
  tier: optional(oneOf(tiers, 'Set by organization administrators.')),
  trusted: optional(boolean('Set by organization administrators.')),
};

export const applicationCreate = input(
  {
    displayName: line({ min: 1, max: 100, examples: ['Bridge viewer'] }),
    type: oneOf(types, 'Fixed after creation.'),
    mode: optional(oneOf(modes, 'Fixed after creation; default Production.')),
    ...changeable,
  },
  'ApplicationCreate',
);

export const applicationUpdate = input(
  {
    displayName: optional(line({ min: 1, max: 100 })),
    ...changeable,
    state: optional(oneOf(states, 'Disabling ends its tokens.')),
  },
  'ApplicationUpdate',
);

export const secretRequest = input(
  { immediately: optional(boolean('Ends the old secret at once instead of after 24 hours.')) },
  'SecretRequest',
);

export const consent = output(
  { clientId: Type.String(), displayName: Type.String(), scopes: arrayOf(Type.String()), grantedDateTime: dateTime() },
  'Consent',
);
