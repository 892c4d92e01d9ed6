import type { PackedFile, ToolsIndex } from './packed.ts';

export const style = `
:root { color-scheme: light dark; --text: #1b2733; --quiet: #52606d; --ground: #fff; --box: #f2f5f8; --line: #d5dde5; --link: #1a5fb4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6ebf0; --quiet: #a9b6c2; --ground: #14191e; --box: #1f262d; --line: #36414c; --link: #8ab8f2; }
}
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1rem; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .25rem; }
p { margin: .5rem 0; }
a { color: var(--link); }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; font: 14px/1.5 ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0; color: var(--quiet); font-size: .9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
`;

interface Told {
  readonly title: string;
  readonly text: string;
  readonly commands: (address: string, baseUrl: string) => readonly string[];
}

const tools: Readonly<Record<PackedFile['kind'], Told>> = {
  cli: {
    title: 'Command line',
    text: 'The program twin has a command for every operation, and for files and folders. It needs Node.js 20 or later, and nothing else.',
    commands: (address, baseUrl) => [`npm install -g ${address}`, `twin login --url ${baseUrl}`, 'twin help'],
  },
  client: {
    title: 'TypeScript and JavaScript',
    text: 'Typed functions for every operation, in Node.js and in browsers; on Node.js also uploads, downloads and waiting for jobs.',
    commands: (address) => [`npm install ${address}`],
  },
  python: {
    title: 'Python',
    text: 'Methods for every operation, for Python 3.9 and later, without any other package.',
    commands: (address) => [`pip install ${address}`],
  },
};

/** How each tool is installed from this server. */
export function toolsPage({ version, files }: ToolsIndex, baseUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Tools - Twin Platform</title>
  <style>${style}</style>
</head>
<body>
  <main>
    <h1>Tools</h1>
    <p>Version ${escaped(version)}, made from the same definitions as this server. They install from here, without any other network.</p>
${files.map((file) => sectionOf(file, baseUrl)).join('\n')}
    <h2>Other languages</h2>
    <p>The <a href="/definitions">definitions</a> are OpenAPI documents; the <a href="/reference">reference</a> shows every operation.</p>
  </main>
</body>
</html>
`;
}

function sectionOf(file: PackedFile, baseUrl: string): string {
  const { title, text, commands } = tools[file.kind];
  const address = `${baseUrl}/tools/${file.name}`;
  const size = `${(file.size / 1000).toFixed(0)} kB`;
  return `    <section>
      <h2>${title}</h2>
      <p>${text}</p>
      <pre><code>${commands(address, baseUrl).map(escaped).join('\n')}</code></pre>
      <dl>
        <dt>File</dt><dd><a href="/tools/${escaped(file.name)}">${escaped(file.name)}</a></dd>
        <dt>Size</dt><dd>${size}</dd>
        <dt>SHA-256</dt><dd>${file.sha256}</dd>
      </dl>
    </section>`;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** A page of links as pip reads it, PEP 503. */
export const linksPage = (links: readonly (readonly [href: string, text: string])[]): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Packages</title></head><body>
${links.map(([href, text]) => `<a href="${escaped(href)}">${escaped(text)}</a><br>`).join('\n')}
</body></html>
`;
