import { type RefObject, useEffect, useRef } from 'react';
import type { Zoom } from '../../ui/zoom/use-zoom.ts';
import type { Marking } from './use-marking.ts';

/** Keys that work wherever the focus is, unless one types there. */
export function usePointKeys(marking: Marking, zoom: RefObject<Zoom | null>, mayMark: boolean): void {
  const { points, hint } = marking;
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    n: () => marking.turn(1),
    p: () => marking.turn(-1),
    f: () => zoom.current?.fit(),
    g: () => hint?.is === 'spot' && zoom.current?.goTo(hint.at, 2),
    ...(mayMark ? { x: marking.unmark, 'ctrl+z': points.undo, 'ctrl+y': points.redo } : {}),
  };
  const act = useRef(keys);
  act.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]');
      if (isTyped || event.defaultPrevented || event.altKey) return;
      const key = `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.key.toLowerCase()}`;
      const does = act.current[key];
      if (!does) return;
      event.preventDefault();
      does();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
