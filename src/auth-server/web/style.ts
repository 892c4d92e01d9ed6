import { hash } from 'node:crypto';

/** The only stylesheet of the pages: light and dark, from phone width up, without any script. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f7; --surface: #ffffff; --line: #d5dbe1; --text: #16202b; --quiet: #566472;
  --accent: #0b6e75; --accent-text: #ffffff; --accent-soft: #e2f1f1; --bad: #b3261e; --bad-soft: #fdecea;
  --good: #1c6b3c; --good-soft: #e6f4ea; --shadow: 0 1px 2px rgb(16 32 43 / 8%), 0 8px 28px rgb(16 32 43 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10161c; --surface: #19222b; --line: #33414e; --text: #e8edf2; --quiet: #9fb0bf;
    --accent: #5cc4c9; --accent-text: #06262a; --accent-soft: #123338; --bad: #ffb4ab; --bad-soft: #3d1512;
    --good: #8fd6a8; --good-soft: #12331e; --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 30%);
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem 1rem; z-index: 1; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: 1rem 1.25rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; color: inherit; font-weight: 650; text-decoration: none; letter-spacing: -.01em; }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .35rem .7rem; border-radius: 999px; color: var(--quiet); text-decoration: none; }
nav a:hover { color: var(--text); background: var(--surface); }
nav a[aria-current] { color: var(--accent); background: var(--accent-soft); font-weight: 600; }
main { width: 100%; max-width: 26rem; margin: auto; padding: 1rem 1.25rem 4rem; }
main.wide { max-width: 56rem; margin: 0 auto; padding-top: 1.5rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow); padding: 1.75rem; }
.card + .card { margin-top: 1.25rem; }
h1 { margin: 0 0 .35rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; text-wrap: balance; }
h2 { margin: 0 0 .75rem; font-size: 1.1rem; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; }
.under { margin: 1rem 0 0; text-align: center; }
form { margin: 0; }
.field { margin: 1rem 0; }
label, .label { display: block; margin-bottom: .3rem; font-weight: 600; font-size: .925rem; }
.hint { display: block; margin: .3rem 0 0; color: var(--quiet); font-size: .85rem; }
input[type=text], input[type=email], input[type=password], select, textarea {
  width: 100%; min-height: 2.75rem; padding: .55rem .8rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--line); border-radius: 9px;
}
textarea { min-height: 5.5rem; resize: vertical; font: .9rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
input:focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0; border-radius: 9px; }
input[aria-invalid=true] { border-color: var(--bad); }
input.code { text-align: center; text-transform: uppercase; letter-spacing: .25em; font: 600 1.35rem ui-monospace, Menlo, Consolas, monospace; }
.check { display: flex; gap: .6rem; align-items: flex-start; margin: 1rem 0; font-weight: 400; }
.check input { flex: none; width: 1.15rem; height: 1.15rem; margin: .15rem 0 0; accent-color: var(--accent); }
fieldset .check { margin: .45rem 0; }
fieldset { margin: 1rem 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; font-size: .925rem; }
button, .button {
  display: inline-flex; justify-content: center; align-items: center; min-height: 2.75rem; padding: .55rem 1.15rem; font: inherit;
  font-weight: 600; text-decoration: none; color: var(--accent-text); background: var(--accent); border: 1px solid transparent;
  border-radius: 9px; cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.08); }
.plain button, button.plain, .button.plain { color: var(--text); background: transparent; border-color: var(--line); }
.plain button:hover, button.plain:hover, .button.plain:hover { background: var(--ground); filter: none; }
button.bad { color: var(--bad); background: transparent; border-color: var(--line); }
button.link { min-height: 0; padding: 0; color: var(--accent); background: none; border: 0; font-weight: 400; text-decoration: underline; text-underline-offset: .15em; }
.stack > * { margin-top: .75rem; }
.full button, .full .button { width: 100%; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.row.apart { justify-content: space-between; }
.note { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 9px; background: var(--accent-soft); }
.note.bad { color: var(--bad); background: var(--bad-soft); }
.note.good { color: var(--good); background: var(--good-soft); }
.who { display: flex; justify-content: space-between; gap: .75rem; align-items: baseline; margin: .75rem 0 0; overflow-wrap: anywhere; }
ul.scopes { margin: 1rem 0 1.5rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
ul.scopes li { padding: .65rem 0; border-bottom: 1px solid var(--line); }
ul.scopes strong { display: block; }
.items { margin: 0; padding: 0; list-style: none; }
.items > li { padding: 1rem 0; border-top: 1px solid var(--line); }
.items > li:first-child { border-top: 0; padding-top: 0; }
.items > li:last-child { padding-bottom: 0; }
code, .mono { font: .875em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: .05rem .55rem; border-radius: 999px; background: var(--accent-soft); color: var(--accent); font-size: .8rem; font-weight: 600; }
.badge.off { background: var(--bad-soft); color: var(--bad); }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .5rem 1.25rem; margin: 1rem 0 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
details > summary { cursor: pointer; color: var(--accent); }
footer { padding: 1rem 1.25rem 1.5rem; text-align: center; color: var(--quiet); font-size: .85rem; }
@media (max-width: 30rem) {
  main { padding-inline: .75rem; }
  .card { padding: 1.25rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .75rem; }
}
@media (prefers-reduced-motion: no-preference) { button, .button, nav a { transition: background .12s, filter .12s; } }
`;

/** Changes with the stylesheet, so that browsers may keep it for ever. */
export const stylesheetPath = `/account/style-${hash('sha256', stylesheet, 'hex').slice(0, 12)}.css`;
