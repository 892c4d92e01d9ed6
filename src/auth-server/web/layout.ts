import type { Core } from '../core.ts';
import { type Html, html } from './html.ts';
import { stylesheetPath } from './style.ts';

export interface Tab {
  readonly path: string;
  readonly text: string;
}

export interface PageParts {
  readonly title: string;
  readonly main: Html;
  /** Pages of the account, shown to who is signed in. */
  readonly tabs?: readonly Tab[];
  readonly current?: string;
}

const cube = html`<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M16 3 28 9.5v13L16 29 4 22.5v-13z"/><path d="M4 9.5 16 16l12-6.5M16 16v13" opacity=".55"/></svg>`;

/** A whole page: one column, wide when it has tabs. */
export function layout(core: Pick<Core, 'path'>, { title, main, tabs, current }: PageParts): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${core.path}${stylesheetPath}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="${core.path}/account">${cube}Twin Platform</a>${tabs && menu(core, tabs, current)}</header>
<main id="main"${tabs ? html` class="wide"` : ''}>
${main}
</main>
</body>
</html>
`.markup;
}

const menu = (core: Pick<Core, 'path'>, tabs: readonly Tab[], current: string | undefined): Html =>
  html`<nav aria-label="Account"><ul>${tabs.map(
    (tab) =>
      html`<li><a href="${core.path}${tab.path}"${tab.path === current ? html` aria-current="page"` : ''}>${tab.text}</a></li>`,
  )}</ul></nav>`;

/** A message above a form; screen readers say it at once. */
export const note = (kind: 'bad' | 'good' | 'info', text: string): Html =>
  html`<p class="note ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;
