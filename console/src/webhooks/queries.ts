import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';

export type Webhook = Schemas['webhooks']['Webhook'];
export type Delivery = Schemas['webhooks']['Delivery'];

const api = platform.webhooks;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await answerOf(api.GET('/webhooks/'))).webhooks,
});

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId],
    queryFn: () => answerOf(api.GET('/webhooks/{webhookId}', { params: { path: { webhookId } } })),
  });

const lookEveryMs = 5000;

/** What was sent to a webhook in the last 7 days, newest first. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    initialPageParam: '',
    async queryFn({ pageParam: continuationToken }) {
      const query = { $top: 50, ...(continuationToken ? { continuationToken } : {}) };
      const params = { path: { webhookId }, query };
      const { deliveries, _links } = await answerOf(api.GET('/webhooks/{webhookId}/deliveries', { params }));
      const next = _links.next ? new URL(_links.next.href).searchParams.get('continuationToken') : null;
      return { deliveries, next: next ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
    refetchInterval: lookEveryMs,
  });
