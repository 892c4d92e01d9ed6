import { answerAuthorizeForm } from '../oidc/authorize-form.ts';
import { answerDevice } from '../oidc/device.ts';
import { answerEndSession } from '../oidc/end-session.ts';
import { routes } from '../oidc/provider.ts';
import type { PageHandler } from './page.ts';

/** All pages, by their path below the authorization server's address. */
const pages: Readonly<Record<string, PageHandler>> = {
  [routes.authorization]: answerAuthorizeForm,
  [routes.code_verification]: answerDevice,
  [routes.end_session]: answerEndSession,
};

export const pageOf = (path: string): PageHandler | undefined => pages[path];
