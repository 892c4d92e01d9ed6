import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '../ui/stage/reality/contents.ts';
import { isDrawable, isMap } from '../ui/stage/reality/drawable.ts';
import { readLink } from '../ui/stage/reality/source.ts';
import type { Listed } from './shapes.ts';

const headBytes = 4096;
const readable = ['LAS', 'LAZ', 'PLY', 'PCD'];

/** How many points a cloud has, by the head of its file; null where that does not say it. */
export const pointsQuery = (data: Listed, twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'points', data.id, data.modifiedDateTime],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isTileset(data) || readable.includes(data.type),
    async queryFn(): Promise<number | null> {
      if (!data.rootDocument) return null;
      const address = addressOf(await readLink(data.id, twinId), data.rootDocument);
      const range = { headers: { Range: `bytes=0-${headBytes - 1}` } };
      const answer = await fetch(address, range);
      return answer.ok ? pointsIn(data.type, await answer.arrayBuffer()) : null;
    },
  });

const isTileset = (data: Listed): boolean => isDrawable(data) && !isMap(data);

/** The number in the first bytes of a file. */
export function pointsIn(type: string, bytes: ArrayBuffer): number | null {
  if (type === 'LAS' || type === 'LAZ') return pointsOfLas(new DataView(bytes));
  const text = new TextDecoder('latin1').decode(bytes);
  const found = patterns[type]?.exec(text) ?? (type in patterns ? null : /"points":(\d+)/.exec(text));
  return found ? Number(found[1]) : null;
}

const patterns: Readonly<Record<string, RegExp>> = {
  PLY: /element vertex (\d+)/,
  PCD: /^POINTS (\d+)/m,
};

function pointsOfLas(head: DataView): number | null {
  if (head.byteLength < 255) return null;
  const few = head.getUint32(107, true);
  return head.getUint8(25) >= 4 ? Number(head.getBigUint64(247, true)) || few : few;
}
