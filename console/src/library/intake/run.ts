import { gateOf } from '@twin-platform/client/gate';
import { answerOf, platform } from '../../platform/client.ts';
import { endingOf } from '../../platform/file-name.ts';
import { patiently } from '../../platform/patience.ts';
import { Problem } from '../../platform/problem.ts';
import { queryClient } from '../../platform/query-client.ts';
import { patient, put } from '../../platform/upload/put.ts';
import { transfer } from '../../platform/upload/transfer.ts';
import { type ComponentFields, createDocument, type DocumentFields, saveDocument } from '../actions.ts';
import { type Component, documentsQuery, idOf, type LibraryDocument, type Parent, readJob } from '../queries.ts';
import { type Bundle, type Companion, isReadByServer, stemOf } from './bundle.ts';
import { intakes } from './intake.ts';

/** What new components have in common. */
export type Common = Pick<ComponentFields, 'catalogs' | 'application' | 'category' | 'manufacturer' | 'hashtags'>;

/** What belongs to an intake besides what is shown of it: a second try goes on where the first one ended. */
export interface Work {
  readonly bundle: Bundle;
  readonly common: Common;
  readonly stop: AbortController;
  readonly sent: Map<File, number>;
  readonly done: Set<File>;
  componentId?: string;
}

const api = platform.library;
const blocksAtOnce = gateOf(4);
const longestName = 150;

/** Makes a component of a bundle; answers its id. Rejects with what went wrong. */
export async function run(id: string, work: Work): Promise<string> {
  const { bundle } = work;
  if (isReadByServer(bundle.design.name)) work.componentId ??= await uploaded(id, work);
  else {
    work.componentId ??= (await ask(id, work, () => newComponent(work))).id;
    await addDocument(id, work, { file: bundle.design, purpose: 'Design' });
  }
  for (const one of bundle.companions) await addDocument(id, work, one);
  return work.componentId;
}

/** Asks for as long as the server is away or busy. */
const ask = <T>(id: string, { stop }: Work, call: () => Promise<T>): Promise<T> =>
  patiently(call, { signal: stop.signal, onHeld: (held) => intakes.change(id, { held }) });

async function newComponent({ bundle, common }: Work): Promise<Component> {
  const body = {
    ...common,
    displayName: bundle.name.slice(0, longestName).trim(),
    description: '',
    state: 'Draft' as const,
  };
  return (await answerOf(api.POST('/library/components', { body }))).component;
}

/** By a job of the server, which reads the type catalog. */
async function uploaded(id: string, work: Work): Promise<string> {
  const { bundle, common } = work;
  const { hashtags: searchTags, ...references } = common;
  const body = {
    ...references,
    searchTags,
    fileName: bundle.design.name,
    isTypeCatalog: bundle.typeCatalog !== undefined,
  };
  let jobId = '';
  const { uploadComponent } = await ask(id, work, async () => {
    const call = api.POST('/library/upload', { body });
    jobId = (await call).response.headers.get('Location')?.split('/').at(-1) ?? '';
    return answerOf(call);
  });
  const { typeCatalogUploadUrl, designFileUploadUrl } = uploadComponent._links;
  if (bundle.typeCatalog && typeCatalogUploadUrl) await send(id, work, bundle.typeCatalog, typeCatalogUploadUrl.href);
  await send(id, work, bundle.design, designFileUploadUrl.href);
  intakes.change(id, { state: 'Reading' });
  for (;;) {
    const job = await ask(id, work, () => readJob(jobId));
    const componentId = idOf(job._links.component);
    if (job.status === 'Success' && componentId) return componentId;
    if (job.error || job.status === 'Aborted' || job.status === 'Canceled') {
      throw new Error(job.error ?? 'The job that makes the component was cancelled.');
    }
    await pause(500, work.stop.signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

async function addDocument(id: string, work: Work, { file, purpose }: Companion<File>): Promise<void> {
  if (work.done.has(file) || work.componentId === undefined) return;
  const parent: Parent = { kind: 'component', id: work.componentId };
  const extension = endingOf(file.name) || 'bin';
  const body: DocumentFields = { displayName: stemOf(file.name), extension, purpose };
  const document = await ask(id, work, () => emptyDocument(parent, body));
  const address = document._links.fileUrl;
  if (!document.available && address) {
    intakes.change(id, { state: 'Sending' });
    await send(id, work, file, address.href);
    await ask(id, work, () => saveDocument(parent, document.id, { ...body, available: true }));
  }
  work.done.add(file);
}

/** A new record, or the one that an earlier try has left. */
async function emptyDocument(parent: Parent, body: DocumentFields): Promise<LibraryDocument> {
  try {
    return await createDocument(parent, body);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const documents = await queryClient.fetchQuery({ ...documentsQuery(parent), staleTime: 0 });
    const left = documents.find(
      ({ displayName, extension }) => nameOf(displayName, extension) === nameOf(body.displayName, body.extension),
    );
    if (left === undefined || left.available) throw error;
    return saveDocument(parent, left.id, { ...body, available: false });
  }
}

const nameOf = (name: string, extension: string): string => `${name}.${extension}`.toLowerCase();

async function send(id: string, work: Work, file: File, uploadUrl: string): Promise<void> {
  const { signal } = work.stop;
  const lines = {
    put: patient(put, (held) => intakes.change(id, { held })),
    gate: blocksAtOnce,
  };
  const onProgress = (count: number) => {
    work.sent.set(file, count);
    intakes.change(id, { sent: [...work.sent.values()].reduce((sum, one) => sum + one, 0) });
  };
  await transfer(lines, { file, uploadUrl, resumed: false, signal, onProgress });
}
