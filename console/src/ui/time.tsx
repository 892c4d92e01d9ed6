import { useSyncExternalStore } from 'react';
import { ago, dateTime } from './format.ts';

const everyMs = 30_000;

const onTick = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, everyMs);
  return () => clearInterval(timer);
};
const tick = () => Math.floor(Date.now() / everyMs);

/** How long ago; the exact time when pointed at. */
export function Time({ iso }: { readonly iso: string }) {
  useSyncExternalStore(onTick, tick);
  return (
    <time dateTime={iso} title={dateTime(iso)}>
      {ago(iso, Date.now())}
    </time>
  );
}
