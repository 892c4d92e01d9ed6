import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * Something that opens over the page as it is rendered, and gives the focus back when it is gone. A click beside it does
 * not close it: what is half filled in would be lost.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnOfFocus();
  return <Modal opened returnFocus={false} closeOnClickOutside={false} {...props} />;
}

/** The same at the right edge, for what is looked at beside the page. */
export function Side(props: Omit<DrawerProps, 'opened'>) {
  useReturnOfFocus();
  return <Drawer opened position="right" size="lg" returnFocus={false} {...props} />;
}

function useReturnOfFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const { current } = before;
    return () => {
      const target = current?.isConnected ? current : document.querySelector('#main'); // an entry of a menu is gone
      if (target instanceof HTMLElement) requestAnimationFrame(() => target.focus({ preventScroll: true }));
    };
  }, []);
}
