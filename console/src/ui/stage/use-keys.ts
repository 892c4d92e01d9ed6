import { type RefObject, useEffect, useRef } from 'react';
import { listenForKeys } from '../listen-for-keys.ts';
import type { Stage } from './scene/stage.ts';

/** Where keys mean something else: one types there, or chooses from what is open. */
const elsewhere =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]';

/**
 * The keys of the picture: those that act work wherever the focus is, unless they mean something else there; those that
 * move the camera while the picture has it, or nothing has. `onKey` gets `KeyboardEvent.key`, lower case.
 */
export function useKeys(
  canvas: RefObject<HTMLCanvasElement | null>,
  stage: Stage | undefined,
  onKey: (key: string) => void,
): void {
  const act = useRef(onKey);
  act.current = onKey;
  useEffect(() => {
    const held = new Set<string>();
    const release = () => {
      for (const code of held) stage?.hold(code, false);
      held.clear();
    };
    const down = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('[aria-modal=true]') || (target instanceof Element && target.closest(elsewhere)))
        return;
      const moves = target === canvas.current || target === document.body;
      if (moves && stage?.hold(event.code, true)) {
        held.add(event.code);
        return event.preventDefault();
      }
      if (moves || event.key !== 'Escape') act.current(event.key.toLowerCase()); // elsewhere it closes what is open
    };
    const up = ({ code, target }: KeyboardEvent) => {
      if (target instanceof HTMLCanvasElement) target.dataset.keyboard = ''; // the frame of the focus is for who has no pointer
      if (held.delete(code)) stage?.hold(code, false);
    };
    const left = (event: FocusEvent) => event.target === canvas.current && release();
    const unlisten = listenForKeys(down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', release);
    window.addEventListener('focusout', left);
    return () => {
      release();
      unlisten();
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', release);
      window.removeEventListener('focusout', left);
    };
  }, [canvas, stage]);
}
