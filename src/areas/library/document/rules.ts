import type { Detail } from '../../../api/http/problem.ts';
import { fold } from '../../../std/text.ts';
import { invalidValue } from '../body-rules.ts';
import type { DocumentBody } from '../schema/document.ts';
import type { DocumentRow, ParentKind } from '../tables.ts';
import { chainOf } from './chain.ts';

/** What a document is to be, among those that are there. Members that are no values of their kind are left out. */
export interface Wanted {
  readonly parentKind: ParentKind;
  readonly body: Partial<DocumentBody>;
  /** The document that is to be changed. */
  readonly before: DocumentRow | undefined;
  /** All of the component or catalog. */
  readonly documents: readonly DocumentRow[];
  readonly refusedExtensions: readonly string[];
}

/** Everything that is wrong with a document and that its shape alone does not say. */
export function documentFaults(wanted: Wanted): Detail[] {
  const { body, before, refusedExtensions } = wanted;
  const faults: Detail[] = [];
  if (body.extension !== undefined && refusedExtensions.includes(body.extension.toLowerCase())) {
    faults.push(invalidValue('extension', 'Extension is not valid.'));
  }
  if (body.available === true && before === undefined) faults.push(noFile);
  if (before !== undefined && body.purpose !== undefined && body.purpose !== before.purpose) {
    faults.push(invalidValue('purpose', 'Purpose cannot be changed.'));
  }
  if (wanted.parentKind === 'catalog') return [...faults, ...onlyThumbnail(wanted)];
  return [...faults, ...associationFaults(wanted), ...typeCatalogFaults(wanted), ...versionFaults(wanted)];
}

export const noFile = invalidValue('available', 'No file has been uploaded.');
export const tooLarge = (bytes: number): Detail => invalidValue('available', `File is over '${bytes}' bytes limit.`);

const others = ({ documents, before }: Wanted) => documents.filter(({ id }) => id !== before?.id);

const onlyOne = (purpose: string, per: string): Detail =>
  invalidValue('purpose', `Only one document with purpose '${purpose}' is allowed per ${per}.`);

function onlyThumbnail(wanted: Wanted): Detail[] {
  const isTaken = wanted.body.purpose === 'Thumbnail' && others(wanted).some(({ purpose }) => purpose === 'Thumbnail');
  return isTaken ? [onlyOne('Thumbnail', 'catalog')] : [];
}

const idIn = (given: string | null | undefined): string | undefined => given?.toLowerCase();

const designNamed = ({ documents }: Wanted, id: string | undefined): DocumentRow | undefined =>
  documents.find((row) => row.id === id && row.purpose === 'Design');

function associationFaults(wanted: Wanted): Detail[] {
  const { purpose, associatedDesignDocument } = wanted.body;
  const id = idIn(associatedDesignDocument);
  const fault = (message: string) => [invalidValue('associatedDesignDocument', message)];
  if (id === undefined) {
    return purpose === 'TypeCatalog'
      ? fault("Document with purpose 'TypeCatalog' must have associatedDesignDocument.")
      : [];
  }
  const takesNone = purpose === 'Design' || purpose === 'Reference';
  return takesNone || designNamed(wanted, id) === undefined
    ? fault('AssociatedDesignDocument value is not valid.')
    : [];
}

function typeCatalogFaults(wanted: Wanted): Detail[] {
  const { purpose, extension, displayName, associatedDesignDocument } = wanted.body;
  if (purpose !== 'TypeCatalog') return [];
  const faults: Detail[] = [];
  const design = designNamed(wanted, idIn(associatedDesignDocument));
  if (design && displayName !== undefined && fold(displayName) !== design.name_folded) {
    faults.push(invalidValue('displayName', otherName));
  }
  if (extension !== undefined && extension.toLowerCase() !== 'txt') {
    faults.push(invalidValue('extension', "Document with purpose 'TypeCatalog' only support extension 'txt'."));
  }
  const isTaken = others(wanted).some((row) => row.purpose === 'TypeCatalog' && row.design_id === design?.id);
  if (design && isTaken) faults.push(onlyOne('TypeCatalog', 'design document'));
  return faults;
}

/** With the public spelling. */
const otherName =
  "DisplayName is not valid, document with purpose 'TypeCatalog' displayName match refereneced 'AssociatedDesignDocument' displayName.";

function versionFaults(wanted: Wanted): Detail[] {
  const { body, before, documents } = wanted;
  const id = idIn(body.previousVersionId);
  if (id === undefined) return [];
  const fault = (message: string) => [invalidValue('previousVersionId', message)];
  if (body.purpose !== 'Design') return fault('Provided PreviousVersionId is not valid.');
  if (before !== undefined && before.previous_id !== null) {
    return id === before.previous_id ? [] : fault('Provided PreviousVersionId is not valid.');
  }
  const previous = designNamed(wanted, id);
  const designs = documents.filter(({ purpose }) => purpose === 'Design');
  const isOwn = before !== undefined && chainOf(designs, before.id).has(id); // a chain never becomes a circle
  if (previous?.active !== 1 || isOwn) {
    return fault('PreviousVersionId is not valid, it should be valid and active design document Id.');
  }
  return body.isActive === false
    ? [invalidValue('isActive', 'IsActive must be true for a document to upversion.')]
    : [];
}
