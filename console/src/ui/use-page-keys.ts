import { useEffect, useRef } from 'react';
import { listenForKeys } from './listen-for-keys.ts';

/** Where keys mean something else: one types there, or chooses from what is open. */
const elsewhere = 'input, textarea, select, [role=menu], [role=dialog], [role=combobox]';

/** Keys of the page, wherever the focus is: `onKey` gets `KeyboardEvent.key` in lower case, with `ctrl+` before it. */
export function usePageKeys(onKey: (key: string) => boolean): void {
  const act = useRef(onKey);
  act.current = onKey;
  useEffect(() => {
    return listenForKeys((event) => {
      const { target } = event;
      if (event.altKey || event.defaultPrevented || document.querySelector('[aria-modal=true]')) return;
      if (target instanceof Element && target.closest(elsewhere)) return;
      const held = event.ctrlKey || event.metaKey ? (event.shiftKey ? 'ctrl+shift+' : 'ctrl+') : '';
      if (act.current(held + event.key.toLowerCase())) event.preventDefault();
    });
  }, []);
}
