import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

/** Of a long list only the rows that are seen are in the page. All are equally high. */
export function useRows(count: number, height: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  return {
    scroller,
    items,
    height: virtual.getTotalSize(),
    isRendered: (at: number) => items.some(({ index }) => index === at),
    scrollTo: (at: number) =>
      virtual.scrollToIndex(at, { align: items.some(({ index }) => index === at) ? 'auto' : 'center' }),
  };
}
