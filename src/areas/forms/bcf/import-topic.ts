import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { SavedImage } from '../../../api/ports/saved-views.ts';
import type { BcfTopic } from '../../../engines/bcf/params.ts';
import type { BlobPlace } from '../../../kernel/blobs/port.ts';
import type { Database, Transaction } from '../../../kernel/db/database.ts';
import { attachmentPlace } from '../attachment/files.ts';
import type { ActorContext } from '../form/actor-context.ts';
import { findForm } from '../form/store.ts';
import type { FormRow } from '../tables.ts';
import { makeForm, updateFormOf } from './apply.ts';
import type { Ending, Importing, Saved } from './importing.ts';
import { addComments, addDocuments, addFiles, addViews } from './parts.ts';
import { topicPlace } from './payload.ts';
import { keep, keptOf, nothingKept } from './store.ts';

const largestDocument = 31_457_280;

/** Makes a form of a topic, or brings the form of it up to date: all of it, or nothing. */
export async function importTopic(topic: BcfTopic, importing: Importing): Promise<Ending> {
  const { job } = importing;
  const saved = await savedOf(topic, importing);
  const told: string[] = [];
  const ending = await job.write(async (tx) => {
    told.length = 0;
    return applied(tx, topic, saved, importing, (line) => void told.push(line));
  });
  for (const line of told) job.log(`${topic.title}: ${line}`);
  return ending;
}

async function savedOf(topic: BcfTopic, { db, acting: { ports }, job }: Importing): Promise<Saved> {
  const pictures = new Map<string, SavedImage>();
  const kept = await keptOfGuid(db, topic, job.payload.twinId);
  const known = new Set(kept.viewpoints.map(({ guid }) => guid));
  for (const { guid, snapshot } of topic.viewpoints) {
    if (snapshot === undefined || known.has(guid)) continue;
    const image = await ports.savedViews.saveImage(await readFile(snapshot));
    if (image) pictures.set(guid, image);
    else job.log(`${topic.title}: the picture of a viewpoint cannot be read.`);
  }
  const documents = new Map();
  for (const one of topic.documents) {
    const blob = await blobOf(attachmentPlace, one, topic, { ports, job });
    if (blob) documents.set(one.guid, blob);
  }
  const files = new Map<string, string>();
  for (const one of topic.files) {
    if (kept.files.some(({ name }) => name === one.name)) continue;
    const blob = await blobOf(topicPlace, one, topic, { ports, job });
    if (blob) files.set(one.name, blob.id);
  }
  return { pictures, documents, files };
}

const keptOfGuid = async (db: Database, { guid }: BcfTopic, twinId: string) => {
  const form = await findForm(db, guid);
  return (form?.twin_id === twinId ? await keptOf(db, form.id) : undefined) ?? nothingKept;
};

async function blobOf(
  place: BlobPlace,
  { name, path }: { readonly name: string; readonly path: string },
  topic: BcfTopic,
  { ports, job }: Pick<Importing, 'job'> & Pick<ActorContext, 'ports'>,
) {
  const { size } = await stat(path);
  if (size > largestDocument) {
    job.log(`${topic.title}: ${name} is larger than 30 MB.`);
    return undefined;
  }
  const options = { contentType: 'application/octet-stream', length: size };
  return ports.blobs.save(place, createReadStream(path), options);
}

type Tell = (line: string) => void;

async function applied(
  tx: Transaction,
  topic: BcfTopic,
  saved: Saved,
  importing: Importing,
  tell: Tell,
): Promise<Ending> {
  const found = await findForm(tx, topic.guid);
  const former = found?.twin_id === importing.job.payload.twinId ? found : undefined;
  const result = former
    ? await updateFormOf(tx, former, topic, importing, tell)
    : await makeForm(tx, topic, importing, tell);
  if (result === undefined) return 'skipped';
  const parts = await addParts(tx, result.row, topic, saved, importing);
  if (former === undefined) return 'made';
  return result.isChanged || parts ? 'changed' : 'same';
}

/** Comments, documents and views that are not there yet; answers whether there were any. */
async function addParts(
  tx: Transaction,
  row: FormRow,
  topic: BcfTopic,
  saved: Saved,
  importing: Importing,
): Promise<boolean> {
  const before = (await keptOf(tx, row.id)) ?? nothingKept;
  const comments = await addComments(tx, row, topic, before, importing);
  const documents = await addDocuments(tx, row, topic, before, saved, importing);
  const viewpoints = await addViews(tx, row, topic, before, saved, importing);
  const after = {
    kept: topic.kept,
    creation: { date: topic.creationDate, author: topic.creationAuthor },
    type: topic.type,
    comments: { ...before.comments, ...comments },
    documents: { ...before.documents, ...documents },
    viewpoints,
    files: await addFiles(tx, topic, before, saved, importing),
  };
  await keep(tx, row.id, after);
  const added = Object.keys(comments).length + Object.keys(documents).length;
  return added > 0 || viewpoints.length > before.viewpoints.length;
}
