import { useInViewport } from '@mantine/hooks';
import { useState } from 'react';

/** Whether something has ever been in view: what it shows is read then, and stays. */
export function useSeen<E extends HTMLElement>() {
  const { ref, inViewport } = useInViewport<E>();
  const [seen, see] = useState(false);
  if (inViewport && !seen) see(true);
  return { ref, seen };
}
