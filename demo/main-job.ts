import { createHash } from 'node:crypto';
import { basename, parse } from 'node:path';
import { compareVersions } from './compare.ts';
import { waitForModel } from './model.ts';
import type { Session } from './session.ts';
import { uploadInBlocks } from './upload.ts';

interface Links {
  readonly _links: { readonly uploadUrl: { href: string }; readonly completeUrl: { href: string } };
}
interface OneFile {
  readonly file: { readonly id: string; readonly path: string };
}

/** What the main job has made. */
export interface Made {
  readonly twinId: string;
  readonly folderId: string;
  readonly modelId?: string;
  /** The first version of the model, where there are two. */
  readonly before?: string;
}

/** The main job: a file goes into a twin, comes back whole, and is a model; a later version of it shows what changed. */
export async function mainJob(session: Session, [file = '', later]: readonly string[]): Promise<Made> {
  const { steps, call, baseUrl } = session;
  steps.say('A twin and a folder');
  const about = { class: 'Endeavor', subClass: 'Project', displayName: `Demo: ${parse(file).name}` };
  const { twin } = await call<{ twin: { id: string } }>('POST', '/twins/', { body: about });
  const top = await call<{ _links: { folder: { href: string } } }>('GET', `/storage/?twinId=${twin.id}`);
  const body = { displayName: 'Models' };
  const { folder } = await call<{ folder: { id: string } }>('POST', `${top._links.folder.href}/folders`, { body });

  steps.say(`Upload ${basename(file)}`);
  const begun = await call<Links>('POST', `/storage/folders/${folder.id}/files`, {
    body: { displayName: basename(file) },
  });
  const { id, sha256 } = await upload(session, begun, file);
  await download(session, id, sha256);
  const made = { twinId: twin.id, folderId: folder.id };
  if (!/\.ifc(zip)?$/i.test(file)) return made;

  const model = await waitForModel(session, twin.id, id);
  if (later !== undefined) {
    steps.say(`A later version: ${basename(later)}`);
    const updated = await call<Links>('POST', `/storage/files/${id}/updatecontent`);
    await upload(session, updated, later);
    await compareVersions(session, twin.id, await waitForModel(session, twin.id, id));
  }
  steps.say(`In the console: ${baseUrl}/console/twins/${twin.id}/models/${model.id}`);
  const before = later === undefined ? undefined : model.latestChangesetId;
  return { ...made, modelId: model.id, ...(before === undefined ? {} : { before }) };
}

async function upload({ steps, call }: Session, { _links }: Links, path: string) {
  const { sha256 } = await uploadInBlocks(steps, _links.uploadUrl.href, path);
  const { file } = await call<OneFile>('POST', _links.completeUrl.href);
  return { id: file.id, sha256 };
}

async function download({ steps, baseUrl, token }: Session, fileId: string, sent: string): Promise<void> {
  steps.say('Download and compare');
  const redirect = await steps.request('GET', `${baseUrl}/storage/files/${fileId}/download`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const content = await steps.request('GET', redirect.headers.get('location') ?? '');
  const bytes = Buffer.from(await content.arrayBuffer());
  const received = createHash('sha256').update(bytes).digest('hex');
  if (received !== sent) throw new Error(`The file came back changed: ${sent} was sent, ${received} received.`);
  console.log(`  ${bytes.length} bytes, SHA-256 ${received.slice(0, 16)}… sent and received.`);
}
