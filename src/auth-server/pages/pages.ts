import { answerAuthorizeForm } from '../oidc/authorize-form.ts';
import { answerDevice } from '../oidc/device.ts';
import { answerEndSession } from '../oidc/end-session.ts';
import { routes } from '../oidc/provider.ts';
import type { PageHandler } from '../web/page.ts';
import { consentsPage, passwordPage, profilePage } from './account.ts';
import { applicationPage, applicationsPage } from './applications.ts';
import { auditPage } from './audit.ts';
import { invitationPage, isInvitationPath } from './invitation.ts';
import { loginPage } from './login.ts';
import { firstAdministratorPage, forgottenPage, newPasswordPage, registerPage, welcomePage } from './registration.ts';
import { sessionsPage } from './sessions.ts';
import { upstreamPage } from './upstream.ts';
import { usersPage } from './users.ts';

/** All pages, by their path below the authorization server's address. */
const pages: Readonly<Record<string, PageHandler>> = {
  [routes.authorization]: answerAuthorizeForm,
  [routes.code_verification]: answerDevice,
  [routes.end_session]: answerEndSession,
  '/account': profilePage,
  '/account/login': loginPage,
  '/account/register': registerPage,
  '/account/welcome': welcomePage,
  '/account/forgotten': forgottenPage,
  '/account/new-password': newPasswordPage,
  '/account/first-administrator': firstAdministratorPage,
  '/account/password': passwordPage,
  '/account/sessions': sessionsPage,
  '/account/consents': consentsPage,
  '/account/users': usersPage,
  '/account/audit': auditPage,
  '/account/upstream': upstreamPage,
  '/account/applications': applicationsPage,
};

export function pageOf(path: string): PageHandler | undefined {
  if (isInvitationPath(path)) return invitationPage;
  return path.startsWith('/account/applications/') ? applicationPage : pages[path];
}
