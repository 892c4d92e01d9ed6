import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { houseFile } from './house.ts';
import { startDemoServer } from './server.ts';
import { type SignIn, signIn } from './sign-in.ts';
import { jsonOf, openSteps, type Steps } from './steps.ts';
import { uploadInBlocks } from './upload.ts';

const usage = `npm run demo [-- file.ifc] [--url http://localhost:3000 --client-id ID --email E-MAIL [--redirect-uri URI]]

Signs in, creates a twin and a folder, uploads the file in blocks, downloads it again and compares.
Without a file it makes a small house; without --url it starts a server in a temporary folder.
With --url the password is read from DEMO_PASSWORD, and the application must be of type Native.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    'client-id': { type: 'string' },
    email: { type: 'string' },
    'redirect-uri': { type: 'string' },
    help: { type: 'boolean' },
  },
});

const steps = openSteps();
if (values.help) console.log(usage);
else await run().catch(fail);

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-demo-file-'));
  const server = values.url ? undefined : await startDemoServer();
  const target = server ?? given(values.url ?? '');
  try {
    await mainJob(target.baseUrl, target, positionals[0] ?? makeHouse(folder));
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The main job: a file goes into a twin and comes back whole. */
async function mainJob(baseUrl: string, person: SignIn, file: string): Promise<void> {
  steps.say(`Sign in at ${person.authUrl} as ${person.email}`);
  const token = await signIn(steps, person);
  const api = <T>(method: string, path: string, body?: unknown) =>
    callApi<T>(steps, baseUrl + path, token, method, body);

  steps.say('A twin and a folder');
  const about = { class: 'Endeavor', subClass: 'Project', displayName: `Demo ${new Date().toISOString()}` };
  const { twin } = await api<{ twin: { id: string } }>('POST', '/twins/', about);
  const top = await api<{ _links: { folder: { href: string } } }>('GET', `/storage/?twinId=${twin.id}`);
  const root = top._links.folder.href.split('/').at(-1);
  const { folder } = await api<{ folder: { id: string } }>('POST', `/storage/folders/${root}/folders`, {
    displayName: 'Models',
  });

  steps.say(`Upload ${basename(file)}`);
  const links = await api<{ _links: { uploadUrl: { href: string }; completeUrl: { href: string } } }>(
    'POST',
    `/storage/folders/${folder.id}/files`,
    { displayName: basename(file) },
  );
  const sent = await uploadInBlocks(steps, links._links.uploadUrl.href, file);
  const completed = await callApi<{ file: { id: string; path: string; size: number } }>(
    steps,
    links._links.completeUrl.href,
    token,
    'POST',
  );

  steps.say('Download and compare');
  const download = await steps.request('GET', `${baseUrl}/storage/files/${completed.file.id}/download`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const content = await steps.request('GET', download.headers.get('location') ?? '');
  const received = createHash('sha256')
    .update(Buffer.from(await content.arrayBuffer()))
    .digest('hex');
  if (received !== sent.sha256)
    throw new Error(`The file came back changed: ${sent.sha256} was sent, ${received} received.`);
  console.log(`  ${completed.file.path}, ${sent.size} bytes, SHA-256 ${received.slice(0, 16)}… sent and received.`);
}

async function callApi<T>(on: Steps, url: string, token: string, method: string, body?: unknown): Promise<T> {
  const response = await on.request(method, url, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return jsonOf<T>(response);
}

function makeHouse(folder: string): string {
  const file = join(folder, 'house.ifc');
  writeFileSync(file, houseFile());
  return file;
}

function given(url: string): SignIn & { readonly baseUrl: string } {
  const baseUrl = new URL(url).origin;
  const password = process.env.DEMO_PASSWORD ?? '';
  if (!values['client-id'] || !values.email || !password) throw new Error(usage);
  const redirectUri = values['redirect-uri'] ?? 'http://localhost/signin-callback';
  return {
    baseUrl,
    authUrl: `${baseUrl}/auth`,
    clientId: values['client-id'],
    email: values.email,
    password,
    redirectUri,
  };
}

function fail(error: unknown): void {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
