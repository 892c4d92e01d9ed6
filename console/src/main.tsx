import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './frame/app.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { ConsoleApp, SignedInAgain, SignedOut, Trouble } from './frame/console-app.tsx';
import { keepDrops } from './platform/keep-drops.ts';
import { start, toldTheOtherTab } from './platform/session.ts';
import { nonce, settings } from './platform/settings.ts';
import { startUploads } from './platform/upload/uploads.ts';

keepDrops();
setNonce(nonce()); // for the locking of scrolling behind dialogs

const place = document.querySelector('#console');
if (place) await show(createRoot(place));

/** Signs in, through the session if there is one, and shows the console; or why that cannot be. */
async function show(root: ReturnType<typeof createRoot>): Promise<void> {
  const { origin, pathname, search } = window.location;
  if (origin !== settings.baseUrl) return window.location.replace(`${settings.baseUrl}${pathname}${search}`);
  if (!window.isSecureContext) return root.render(<Trouble error={new Error(insecure)} />);
  if (pathname === '/console/signed-out') return root.render(<SignedOut />);
  try {
    const goOnAt = await start();
    if (goOnAt !== undefined) window.history.replaceState(null, '', goOnAt);
    if (toldTheOtherTab()) return root.render(<SignedInAgain />);
    startUploads();
    root.render(<ConsoleApp />);
  } catch (error) {
    root.render(<Trouble error={error} />);
  }
}

const insecure =
  'The console needs https, or http on localhost: browsers refuse the cryptography of the sign-in otherwise.';
