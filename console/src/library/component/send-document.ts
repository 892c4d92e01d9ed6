import { gateOf } from '@twin-platform/client/gate';
import { put } from '../../platform/upload/put.ts';
import { transfer } from '../../platform/upload/transfer.ts';
import { createDocument, type DocumentFields, saveDocument } from '../actions.ts';
import { idOf, type LibraryDocument, type Parent } from '../queries.ts';

const blocksAtOnce = gateOf(4);

/** A document as a change of it sends it: PUT replaces all of it. */
const bodyOf = ({ displayName, extension, purpose, _links }: LibraryDocument): DocumentFields => ({
  displayName,
  extension,
  purpose,
  ...(purpose === 'Design' ? {} : { associatedDesignDocument: idOf(_links.associatedDesignDocument) ?? null }),
});

export const hideDocument = (parent: Parent, document: LibraryDocument, shown: boolean): Promise<LibraryDocument> =>
  saveDocument(parent, document.id, { ...bodyOf(document), available: shown });

interface Sending {
  readonly file: File;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** A new document with its file. When the file does not arrive, the record stays, and waits for it. */
export async function sendDocument(parent: Parent, body: DocumentFields, sending: Sending): Promise<void> {
  await fill(parent, await createDocument(parent, body), sending);
}

/** Sends the file of a document that has none; the address of an earlier try ends. */
export async function fillDocument(parent: Parent, document: LibraryDocument, sending: Sending): Promise<void> {
  await fill(parent, await saveDocument(parent, document.id, { ...bodyOf(document), available: false }), sending);
}

async function fill(parent: Parent, document: LibraryDocument, { file, onProgress, signal }: Sending): Promise<void> {
  const uploadUrl = document._links.fileUrl?.href;
  if (uploadUrl === undefined) throw new Error('The server told no address for the file. Try again.');
  const told = (sent: number) => onProgress(file.size === 0 ? 100 : (100 * sent) / file.size);
  await transfer({ put, gate: blocksAtOnce }, { file, uploadUrl, resumed: false, signal, onProgress: told });
  await saveDocument(parent, document.id, { ...bodyOf(document), available: true });
}
