import type { ArchivedFile } from '../../../engines/catalog-archive/params.ts';
import { fold } from '../../../std/text.ts';
import type { Archive, ArchivedDocument } from '../schema/archive.ts';

interface Limits {
  readonly fileBytes: number;
  readonly refusedExtensions: readonly string[];
}

type Named = { readonly displayName: string };

/** A sentence about the first thing that is wrong with an archive and that the shape of its text does not say. */
export function archiveFault(archive: Archive, files: readonly ArchivedFile[], limits: Limits): string | undefined {
  const sizes = new Map(files.map(({ id, size }) => [id, size]));
  const known = new Set<string>();
  const parents = [
    ['catalog', archive] as const,
    ...archive.components.map((one, at) => [`components[${at}]`, one] as const),
  ];
  for (const [where, { documents, webLinks }] of parents) {
    const fault = documentsFault(documents, { sizes, known, ...limits }) ?? twice('webLinks', webLinks);
    if (fault !== undefined) return `catalog.json: ${where}.${fault}`;
  }
  const odd = archive.documents.findIndex(({ purpose }) => purpose !== 'Thumbnail' && purpose !== 'Reference');
  if (odd >= 0) return `catalog.json: documents[${odd}] has a purpose that documents of catalogs do not have.`;
  for (const [at, { documents, variations }] of archive.components.entries()) {
    const designs = new Set(documents.filter(isDesign).map(idOf));
    const lost = variations.findIndex(
      (one) => one.associatedDesignDocument && !designs.has(lower(one.associatedDesignDocument)),
    );
    if (lost >= 0)
      return `catalog.json: components[${at}].variations[${lost}] belongs to a design document that is not there.`;
  }
  const stray = files.find(({ id }) => !known.has(id));
  return stray && `The entry 'files/${stray.id}' belongs to no document.`;
}

const lower = (id: string): string => id.toLowerCase();
const idOf = ({ id }: ArchivedDocument): string => lower(id);
const isDesign = ({ purpose }: ArchivedDocument): boolean => purpose === 'Design';

interface Files extends Limits {
  readonly sizes: ReadonlyMap<string, number>;
  /** Ids of all documents so far. */
  readonly known: Set<string>;
}

function documentsFault(documents: readonly ArchivedDocument[], files: Files): string | undefined {
  const designs = new Set(documents.filter(isDesign).map(idOf));
  const names = new Set<string>();
  for (const [at, one] of documents.entries()) {
    const fault = fileFault(one, files) ?? linkFault(one, designs) ?? nameFault(one, names);
    if (fault !== undefined) return `documents[${at}] ${fault}.`;
  }
  return undefined;
}

function fileFault(one: ArchivedDocument, { sizes, known, fileBytes, refusedExtensions }: Files): string | undefined {
  const id = idOf(one);
  if (known.has(id)) return 'has an id that another document has';
  known.add(id);
  const size = sizes.get(id);
  if (size === undefined) return `has no file: the archive holds no 'files/${id}'`;
  if (size > fileBytes) return `has a file over '${fileBytes}' bytes limit`;
  return refusedExtensions.includes(one.extension.toLowerCase()) ? 'has an extension that is not taken' : undefined;
}

function linkFault(one: ArchivedDocument, designs: ReadonlySet<string>): string | undefined {
  const { previousVersionId, associatedDesignDocument } = one;
  if (
    previousVersionId &&
    (!isDesign(one) || !designs.has(lower(previousVersionId)) || lower(previousVersionId) === idOf(one))
  ) {
    return 'is the next version of a design document that is not there';
  }
  return associatedDesignDocument && !designs.has(lower(associatedDesignDocument))
    ? 'belongs to a design document that is not there'
    : undefined;
}

function nameFault(one: ArchivedDocument, names: Set<string>): string | undefined {
  const name = [one.displayName, one.extension, one.version].map(fold).join('\n');
  if (names.has(name)) return 'has the name, extension and version of another';
  names.add(name);
  return undefined;
}

function twice(list: string, named: readonly Named[]): string | undefined {
  const names = new Set<string>();
  for (const [at, { displayName }] of named.entries()) {
    if (names.has(fold(displayName))) return `${list}[${at}] has the name of another.`;
    names.add(fold(displayName));
  }
  return undefined;
}
