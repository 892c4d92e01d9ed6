import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { serverAnswers, serverBack } from './connection.ts';
import { everyUpload } from './upload/store.ts';
import { isGoing } from './upload/upload.ts';

/** A page that is loaded when it is first visited. While the server is away the present one stays, and waits for it. */
export const latePage = <Module extends Readonly<Record<string, ComponentType>>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
) => lazyRouteComponent(() => loaded(load), name);

export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (!(await serverAnswers())) await serverBack();
    return load().catch(loadedAnew);
  }
}

/** A page that was loaded anew just now has the newest files; to do that again would not help, and never end. */
const isNewFor = 10_000;

/**
 * What an open page lacks does not come to it where the server was upgraded meanwhile, nor in browsers that keep in mind
 * that a module failed (https://github.com/whatwg/html/pull/10327): the page is loaded anew, if nothing is lost by that.
 */
function loadedAnew(cause: unknown): Promise<never> {
  const busy = everyUpload().some(isGoing) || document.querySelector('[aria-modal=true]') !== null;
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNew = opening?.type === 'reload' && performance.now() < isNewFor;
  if (busy || isNew) throw new Error('This part of the console could not be loaded.', { cause });
  window.location.reload();
  return new Promise(() => undefined); // the present page stays until the new one is there
}
