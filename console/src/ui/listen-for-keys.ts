/**
 * Tells of the keys that are pressed in the window, until what it answers is called. Of Escape it tells before anybody
 * else: an open tooltip closes by it, and keeps it from who comes later.
 */
export function listenForKeys(pressed: (event: KeyboardEvent) => void): () => void {
  const first = (event: KeyboardEvent) => event.key === 'Escape' && pressed(event);
  const last = (event: KeyboardEvent) => event.key !== 'Escape' && pressed(event);
  window.addEventListener('keydown', first, true);
  window.addEventListener('keydown', last);
  return () => {
    window.removeEventListener('keydown', first, true);
    window.removeEventListener('keydown', last);
  };
}
