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
    if (await serverAnswers()) throw renewed();
    await serverBack();
    return load().catch(() => {
      throw renewed(); // browsers other than Chromium keep that it failed
    });
  }
}

/** A page that was opened just now has the newest files; to load it again would not help. */
const leastAgeMs = 10_000;

/** After an upgrade of the server the files of an open page are gone: it is loaded anew, if nothing is lost by that. */
function renewed(): Error {
  const busy = everyUpload().some(isGoing) || document.querySelector('[aria-modal=true]') !== null;
  if (!busy && performance.now() > leastAgeMs) window.location.reload();
  return new Error('The console on the server is another one than this page. Reload the page when it suits.');
}
