import type { Core } from '../core.ts';
import type { Browser } from './forms.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { type PageAnswer, showPage } from './page.ts';

interface Wording {
  readonly title: string;
  readonly text: string;
}

const wordings: Readonly<Record<string, Wording>> = {
  openid: { title: 'Know who you are', text: 'Your user id, to recognize you again.' },
  profile: { title: 'See your profile', text: 'Your given name, surname and user name.' },
  email: { title: 'See your email address', text: 'To show it or to write to you.' },
  organization: { title: 'See your organization', text: 'Its name, id and country.' },
  offline_access: { title: 'Keep this access', text: 'Also while you are away, until you withdraw it.' },
};
const platform: Wording = {
  title: 'Use the platform for you',
  text: 'See and change twins, files, forms and everything else that you may see and change yourself.',
};

export interface ConsentPage {
  readonly action: string;
  readonly applicationName: string;
  readonly email: string;
  readonly scopes: readonly string[];
  /** Shown by a device that wants access; it must be the same on both. */
  readonly userCode?: string;
}

/** Asks a person to let an application act for them. Its title and its buttons are what automated clients look for. */
export function consentPage(core: Core, browser: Browser, page: ConsentPage): PageAnswer {
  const hidden = (step: string) =>
    html`${browser.csrf}<input type="hidden" name="step" value="${step}">${
      page.userCode ? html`<input type="hidden" name="user_code" value="${page.userCode}">` : ''
    }`;
  const form = html`<form method="post" action="${core.path}${page.action}"`;
  const text = layout(core, {
    title: 'Permissions',
    main: html`<div class="card">
<h1>Let ${page.applicationName} in?</h1>
<p class="quiet">Signed in as <strong>${page.email}</strong></p>
${page.userCode ? html`<p class="note">Go on only if your device shows <code>${page.userCode}</code>.</p>` : ''}
<p>It asks for permission to:</p>
<ul class="scopes">${page.scopes.map((scope) => {
      const { title, text } = wordings[scope] ?? platform;
      return html`<li><strong>${title}</strong><span class="quiet small">${text}</span></li>`;
    })}</ul>
<div class="stack full">
${form}>${hidden('accept')}<button><span>Accept</span></button></form>
${form} class="plain">${hidden('cancel')}<button><span>Cancel</span></button></form>
</div>
</div>
<p class="quiet small under">You can withdraw this at any time in your <a href="${core.path}/account/consents">account</a>.</p>`,
  });
  return { ...showPage(text, browser.cookies), leaves: true };
}
