import { Type } from 'typebox';
import { eventCatalogue, eventTypeName } from '../../../kernel/events/catalogue.ts';
import {
  anyCase,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  output,
  sensitive,
  uuid,
} from '../../../kernel/schema/shapes.ts';

const scopes = ['Account', 'twin'] as const;
const someTypes = Object.keys(eventCatalogue).slice(0, 3);

export const webhook = output(
  {
    id: uuid(),
    scope: oneOf(scopes),
    scopeId: uuid('The twin, or the account twin for scope Account.'),
    active: boolean('Whether events are sent to it.'),
    callbackUrl: Type.String({ description: 'As it was given.' }),
    eventTypes: arrayOf(eventTypeName()),
    created: dateTime(),
    modified: dateTime(),
  },
  'Webhook',
);

export const createdWebhook = output(
  {
    id: uuid(),
    scope: oneOf(scopes),
    scopeId: uuid(),
    active: boolean('Always false: activate it by PATCH.'),
    callbackUrl: Type.String({ description: 'As it was given.' }),
    eventTypes: arrayOf(eventTypeName()),
    secret: sensitive(Type.String({ description: 'Signs the events. This is the only answer that has it.' })),
  },
  'WebhookCreated',
);

const callbackUrl = line({
  max: 2000,
  description:
    'Absolute https address without user and fragment. http only to hosts in the networks that the server allows.',
  examples: ['https://some-callback.example.com'],
});
const eventTypes = Type.Array(eventTypeName({ examples: someTypes }), {
  minItems: 1,
  maxItems: 100,
  description: 'Names of the event catalogue, in exact case; duplicates are dropped.',
});
const secret = sensitive(
  line({ min: 12, max: 256, untrimmed: true, description: 'Signs the events; absent: it is generated.' }),
);

export const webhookCreate = input(
  {
    callbackUrl,
    scope: Type.Unsafe<string>({
      type: 'string',
      ...anyCase(scopes),
      pattern: '^([Aa][Cc][Cc][Oo][Uu][Nn][Tt]|[Tt][Ww][Ii][Nn])$',
      description: 'Account or twin, in any case.',
      examples: ['Account'],
    }),
    scopeId: optional(Type.Unsafe<unknown>({ description: 'UUID of the twin; ignored for scope Account.' })),
    eventTypes,
    secret: optional(secret),
  },
  'WebhookCreate',
);

export const webhookUpdate = input(
  {
    callbackUrl: optional(callbackUrl),
    eventTypes: optional(eventTypes),
    active: optional(boolean('Switches the delivery on or off; what waits at switching off is dropped.')),
    secret: optional(secret),
  },
  'WebhookUpdate',
);

export const delivery = output(
  {
    messageId: uuid('The same at every attempt; receivers know repetitions by it.'),
    eventType: eventTypeName(),
    twinId: uuid(),
    enqueuedDateTime: dateTime(),
    attempts: arrayOf(
      output({
        dateTime: dateTime(),
        statusCode: nullable(integer()),
        error: nullable(Type.String()),
        durationMs: integer({ minimum: 0 }),
      }),
    ),
    state: oneOf(['Pending', 'Delivered', 'Failed']),
    nextAttemptDateTime: nullable(dateTime()),
  },
  'Delivery',
);
