import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../src/config/command-line.ts';
import { type PackedFile, type ToolsIndex, toolsFolder } from '../src/tools/packed.ts';

const usage = `
Packs the command line tool and the typed client, as a server hands them out below /tools. Both install without a
network: they bring what they need with them. Build them before: npm run client, npm run cli.

  npm run tools
`;
commandLine({ usage });
const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Of the environment of npm, in which `npm ci` may run this, nothing is handed on. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

interface Package {
  readonly kind: PackedFile['kind'];
  readonly workspace: string;
  /** What of the workspace goes into it besides its description and the licence. */
  readonly content: readonly string[];
  /** Packages that it brings with it. */
  readonly bundled: readonly string[];
}

const packages: readonly Package[] = [
  { kind: 'cli', workspace: 'cli', content: ['bin', 'dist', 'README.md'], bundled: [] },
  {
    kind: 'client',
    workspace: 'client',
    content: ['dist', 'README.md'],
    bundled: ['openapi-fetch', 'openapi-typescript-helpers'],
  },
];

rmSync(toolsFolder, { recursive: true, force: true });
mkdirSync(toolsFolder, { recursive: true });
const files = packages.map(pack);
const index: ToolsIndex = { version, files };
writeFileSync(join(toolsFolder, 'index.json'), `${JSON.stringify(index, undefined, 2)}\n`);
console.log(`Tools: ${files.map(({ name, size }) => `${name} (${Math.ceil(size / 1000)} kB)`).join(', ')}.`);

/** npm packs a copy, so that a package holds what it bundles and nothing of the workspace that is for its build. */
function pack({ kind, workspace, content, bundled }: Package): PackedFile {
  const place = mkdtempSync(join(tmpdir(), 'twin-pack-'));
  try {
    for (const name of content) cpSync(join(root, workspace, name), join(place, name), { recursive: true });
    cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
    for (const name of bundled)
      cpSync(join(root, 'node_modules', name), join(place, 'node_modules', name), { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify(descriptionOf(workspace, bundled), undefined, 2));
    const options = ['pack', '--silent', '--ignore-scripts', '--offline', '--pack-destination', toolsFolder];
    const isWindows = process.platform === 'win32';
    const told = execFileSync('npm', options, { cwd: place, env, encoding: 'utf8', shell: isWindows });
    const name = told.trim().split('\n').at(-1) ?? '';
    const bytes = readFileSync(join(toolsFolder, name));
    return { name, kind, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function descriptionOf(workspace: string, bundled: readonly string[]): object {
  const { scripts, devDependencies, dependencies, ...rest } = JSON.parse(
    readFileSync(join(root, workspace, 'package.json'), 'utf8'),
  );
  const versionOf = (name: string) =>
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  const own = Object.fromEntries(bundled.map((name) => [name, versionOf(name)]));
  return { ...rest, version, ...(bundled.length === 0 ? {} : { dependencies: own, bundleDependencies: bundled }) };
}
