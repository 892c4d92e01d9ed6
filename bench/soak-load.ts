import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { houseFile } from '../src/areas/models/testing/files.ts';
import { basic, newFile, type RunningPlatform } from './platform.ts';

/** Clients that do all that clients do, in no order, until they are stopped. */
export interface SoakLoad {
  made(): number;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Body = Record<string, any>;
interface Client {
  readonly platform: RunningPlatform;
  readonly twinId: string;
  readonly root: string;
  /** The body of an answer; throws for a status that was not to be expected. */
  ask(method: string, path: string, body?: unknown, wanted?: number): Promise<Body>;
}
type Deed = (client: Client) => Promise<unknown>;

const project = { class: 'Endeavor', subClass: 'Project' };
const word = () => randomBytes(randomInt(3, 12)).toString('hex');

async function lifeOfATwin({ ask }: Client): Promise<void> {
  const { twin } = await ask('POST', '/twins/', { ...project, displayName: word(), number: randomUUID() }, 201);
  const path = `/twins/${twin.id}`;
  for (let n = 0; n < 5; n++) await ask('GET', path);
  await ask('PATCH', path, { displayName: word(), latitude: 50.1, longitude: 8.6 });
  await ask('DELETE', path, undefined, 204);
}

async function lifeOfAFile({ ask, platform, root }: Client): Promise<void> {
  const { uploadUrl, completeUrl } = await newFile(platform, root, `${randomUUID()}.bin`);
  const bytes = randomBytes(randomInt(1, 300_000));
  const sent = await fetch(uploadUrl, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body: bytes });
  if (sent.status !== 201) throw new Error(`Upload: ${sent.status}`);
  const { file } = await ask('POST', completeUrl);
  const path = `/storage/files/${file.id}`;
  const content = await fetch(`${platform.baseUrl}${path}/download`, {
    headers: { Authorization: `Bearer ${platform.token}` },
  });
  if ((await content.arrayBuffer()).byteLength !== bytes.length) throw new Error('Other bytes came back.');
  await ask('DELETE', path, undefined, 204);
  await ask('DELETE', path.replace('/storage/', '/storage/recyclebin/'), undefined, 204);
}

async function lifeOfAModel({ ask, platform, root }: Client): Promise<void> {
  const { uploadUrl, completeUrl } = await newFile(platform, root, `${randomUUID()}.ifc`);
  const body = houseFile(randomInt(3, 9));
  await fetch(uploadUrl, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body });
  const { file } = await ask('POST', completeUrl);
  const { id } = file;
  await sleep(2000);
  await ask('DELETE', `/storage/files/${id}`, undefined, 204);
}

async function lifeOfARole({ ask, twinId }: Client): Promise<void> {
  const roles = `/accesscontrol/twins/${twinId}/roles`;
  const { role } = await ask('POST', roles, { displayName: word(), description: 'One of many' }, 201);
  const path = `${roles}/${role.id}`;
  await ask('PATCH', path, { permissions: ['storage_read'] });
  await ask('DELETE', path, undefined, 204);
}

async function lifeOfAScene({ ask, twinId }: Client): Promise<void> {
  const objects = Array.from({ length: 40 }, (_, n) => ({
    kind: 'Layer',
    version: '1.0.0',
    data: {},
    displayName: `Layer ${n}`,
  }));
  const { scene } = await ask(
    'POST',
    `/scenes/?twinId=${twinId}`,
    { displayName: word(), sceneData: { objects } },
    201,
  );
  const path = `/scenes/${scene.id}?twinId=${twinId}`;
  await ask('GET', path);
  await ask('DELETE', path, undefined, 204);
}

const searches: Deed = ({ ask, twinId }) =>
  Promise.all([
    ask('GET', `/twins/?$search=${word()}&$top=${randomInt(1, 200)}`),
    ask('GET', `/twins/?$filter=${encodeURIComponent(`number eq '${word()}' or displayName ne '${word()}'`)}&$top=20`),
    ask('GET', `/storage/?twinId=${twinId}&$top=${randomInt(1, 100)}`),
    ask('GET', `/jobs?twinId=${twinId}`),
    ask('GET', `/accesscontrol/twins/${twinId}/members/users`),
    ask('GET', '/users/me'),
  ]);

/** What a stranger or a faulty program does. */
const mistakes: Deed = async ({ ask, platform, twinId }) => {
  await ask('POST', '/twins/', { displayName: 7, class: word() }, 422);
  await ask('GET', `/twins/${randomUUID()}`, undefined, 404);
  await ask('GET', `/${word()}`, undefined, 404);
  await ask('GET', `/storage/folders/${word()}`, undefined, 404);
  await fetch(`${platform.baseUrl}/twins/${twinId}`, { headers: { Authorization: `Bearer ${word()}` } });
  await fetch(`${platform.baseUrl}/auth/account`).then((answer) => answer.text());
};

const token: Deed = async ({ platform }) => {
  const headers = { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials';
  await (await fetch(`${platform.baseUrl}/auth/connect/token`, { method: 'POST', headers, body })).text();
};

/** Begins to listen to a job, or to read a list, and goes away in the middle. */
const leaves: Deed = async ({ ask, platform, twinId }) => {
  const { jobs } = await ask('GET', '/jobs?$top=1');
  for (const path of [`/jobs/${jobs[0]?.id ?? ''}/events`, `/twins/?$top=1000`, `/storage/?twinId=${twinId}`]) {
    const leaving = new AbortController();
    const headers = { Authorization: `Bearer ${platform.token}` };
    const answer = fetch(platform.baseUrl + path, { headers, signal: leaving.signal });
    setTimeout(() => leaving.abort(), randomInt(1, 10));
    await answer.then((one) => one.text()).catch(() => '');
  }
};

/** A deed and how often it comes among the others. */
const deeds: readonly (readonly [Deed, number])[] = [
  [lifeOfATwin, 30],
  [lifeOfAFile, 20],
  [lifeOfARole, 10],
  [lifeOfAScene, 10],
  [searches, 30],
  [mistakes, 20],
  [token, 10],
  [leaves, 5],
  [lifeOfAModel, 0.1],
];

function oneOfThem(): Deed {
  let at = Math.random() * deeds.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [deed, weight] of deeds) {
    at -= weight;
    if (at < 0) return deed;
  }
  return searches;
}

export async function everything(platform: RunningPlatform, clients: number): Promise<SoakLoad> {
  let requests = 0;
  let stopping = false;
  const ask: Client['ask'] = async (method, path, body, wanted = 200) => {
    requests++;
    const { status, body: answer } = await platform.call(method, path, body);
    if (status !== wanted) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return (answer ?? {}) as Body;
  };
  const work = async () => {
    const { twin } = await ask('POST', '/twins/', { ...project, displayName: 'Of a client' }, 201);
    const { _links: links } = await ask('GET', `/storage/?twinId=${twin.id}`);
    const client: Client = { platform, ask, twinId: twin.id, root: links.folder.href };
    while (!stopping) await oneOfThem()(client);
  };
  const working = Array.from({ length: clients }, work);
  const failed = Promise.all(working).then(() => {});
  failed.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  return {
    made: () => requests,
    async stop() {
      stopping = true;
      await failed;
    },
  };
}
