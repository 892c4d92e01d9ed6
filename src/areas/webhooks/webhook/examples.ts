import type { Static } from 'typebox';
import type { webhook } from './schema.ts';

export const webhookExample: Static<typeof webhook> = {
  id: 'e6989b43-53ab-45e2-a610-560c6f7e879e',
  scope: 'Account',
  scopeId: '5c9d64cf-d22f-4149-ad08-c24ff395c3a0',
  active: false,
  callbackUrl: 'https://some-callback.example.com',
  eventTypes: ['twins.twinCreated.v1'],
  created: '2023-10-02T14:55:00.463Z',
  modified: '2023-10-06T20:03:15.562Z',
};
