import { timingSafeEqual } from 'node:crypto';
import { newToken } from '../../std/ids.ts';
import type { Core } from '../core.ts';
import { type Html, html } from './html.ts';
import { browserCookieOf, errorPage, type PageAnswer, type PageRequest } from './page.ts';

/** A browser that forms are made for: the cookie to set, if it is new, and the hidden field of its forms. */
export interface Browser {
  readonly id: string;
  readonly cookies: readonly string[];
  readonly csrf: Html;
}

type Visitor = Pick<PageRequest, 'browserId' | 'sessionId'>;

/** The browser of a request, named now if it has no name yet. */
export function browserOf(core: Core, visitor: Visitor): Browser {
  const id = visitor.browserId ?? newToken();
  const token = csrfToken(core, { ...visitor, browserId: id });
  return {
    id,
    cookies: visitor.browserId === undefined ? [browserCookieOf(core, id)] : [],
    csrf: html`<input type="hidden" name="csrf" value="${token}">`,
  };
}

/** Bound to the browser and to its session, so that neither another site nor an earlier session can know it. */
const csrfToken = (core: Core, { browserId, sessionId }: Visitor): string =>
  core.secrets.sign('form', `${browserId} ${sessionId ?? ''}`);

/** Refuses a form that our own page did not send: from another site, or from before the session changed. */
export function refuseForgery(core: Core, request: PageRequest): PageAnswer | undefined {
  const given = Buffer.from(request.form.get('csrf') ?? '');
  const expected = Buffer.from(csrfToken(core, request));
  const known = request.browserId !== undefined && given.length === expected.length;
  if (known && timingSafeEqual(given, expected) && request.sameOrigin) return undefined;
  return errorPage(
    core,
    403,
    'This page is no longer valid',
    'It was open for too long, or you have signed in or out meanwhile. Please go back, reload the page and try again.',
  );
}

/** Tells password managers whose password a form is about. */
export const usernameField = (email: string): Html =>
  html`<input class="hidden" type="text" name="username" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;

/** A text field with its label, and what is wrong with it. */
export function field(parts: {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string | undefined;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly maxlength?: number;
}): Html {
  const { id, label, hint, fault } = parts;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${parts.name ?? id}" type="${parts.type ?? 'text'}" value="${parts.value ?? ''}" maxlength="${parts.maxlength ?? 320}"${
    parts.autocomplete ? html` autocomplete="${parts.autocomplete}"` : ''
  }${parts.required === false ? '' : html` required`}${parts.autofocus ? html` autofocus` : ''}${
    fault ? html` aria-invalid="true"` : ''
  }${described ? html` aria-describedby="${described}"` : ''}>${
    hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''
  }${fault ? html`<span class="hint" id="${id}-fault" role="alert">${fault}</span>` : ''}</div>`;
}
