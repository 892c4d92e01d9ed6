import { queryOptions } from '@tanstack/react-query';
import { gateOf } from '@twin-platform/client/gate';
import { drawableQuery } from '../ui/stage/reality/source.ts';
import type { Listed } from './shapes.ts';

/** Each is drawn by itself: a browser has few contexts to draw in. */
const oneAtOnce = gateOf(1);

/** A small picture as a data URL; null where none can be drawn. */
export const pictureQuery = ({ id, modifiedDateTime }: Listed, twinId: string) =>
  queryOptions({
    queryKey: ['picture of reality', id, modifiedDateTime],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    async queryFn({ client, signal }): Promise<string | null> {
      const drawable = await client.fetchQuery(drawableQuery(id, twinId));
      if (!drawable) return null;
      const { pictureOf } = await import('../ui/stage/reality/picture-of.ts');
      return oneAtOnce(() => pictureOf(drawable, signal));
    },
  });
