import type { Person, Platform } from '../../../../test/support/platform.ts';
import { addDelivery } from '../outbox.ts';

export const eventTypes = ['twins.twinCreated.v1', 'accessControl.memberAdded.v1'];
export const webhookBody = {
  callbackUrl: 'https://some-callback.example.com/x?y=1',
  scope: 'Account',
  eventTypes,
};

/** People of two organizations, a twin and a webhook. */
export interface Fixture {
  readonly p: Platform;
  readonly organizationId: string;
  /** A service application that is administrator of its organization. */
  readonly service: Person;
  readonly sibling: Person;
  readonly admin: Person;
  readonly colleague: Person;
  readonly stranger: Person;
  readonly foreignService: Person;
  /** A twin of the organization, in which only its administrators may anything. */
  readonly twinId: string;
  readonly webhookId: string;
}

/** The same with something that was sent to the webhook, which is inactive. */
export interface SendingCast extends Fixture {
  readonly otherWebhookId: string;
  /** Of a test. */
  readonly deliveryId: string;
  readonly eventDeliveryId: string;
}

export async function fixtureOf(p: Platform): Promise<Fixture> {
  const organizationId = await p.organization();
  const roles = ['account_administrator'];
  const service = await p.person({ organizationId, service: true, roles });
  const admin = await p.person({ organizationId, roles });
  const made = await p.call(service, 'POST /webhooks/', { body: webhookBody });
  return {
    p,
    organizationId,
    service,
    sibling: await p.person({ organizationId, service: true, roles }),
    admin,
    colleague: await p.person({ organizationId }),
    stranger: await p.person({ organizationId: await p.organization(), roles }),
    foreignService: await p.person({ organizationId: await p.organization(), service: true, roles }),
    twinId: (await p.twin(admin)).id,
    webhookId: made.body.id,
  };
}

export async function sendingCastOf(p: Platform): Promise<SendingCast> {
  const fixture = await fixtureOf(p);
  const { service, webhookId, twinId } = fixture;
  const other = await p.call(service, 'POST /webhooks/', { body: webhookBody });
  const test = await p.call(service, `POST /webhooks/${webhookId}/test`);
  const event = { type: 'accessControl.invitationCreated.v1', content: { invitationId: twinId } } as const;
  const eventDeliveryId = await p.app.db.write((tx) =>
    addDelivery(tx, { id: webhookId, names: 0 }, { ...event, twin: { id: twinId } }),
  );
  return { ...fixture, otherWebhookId: other.body.id, deliveryId: test.body.messageId, eventDeliveryId };
}
