import { type Static, Type } from 'typebox';
import {
  anyText,
  arrayOf,
  boolean,
  input,
  line,
  oneOf,
  optional,
  output,
  signedLink,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { addTextFormat, issuesOf } from '../../../kernel/schema/validator.ts';
import { isCleanLine } from '../../../std/text.ts';
import { description, freeText, hashtags, name } from '../common-schema.ts';
import { propertyTypes } from '../property.ts';
import { catalogBody } from './catalog.ts';
import { purposes } from './document.ts';
import { job } from './upload.ts';
import { webLinkBody } from './weblink.ts';

addTextFormat('archive-file', (text) => isCleanLine(text) && /^[^/\\]+\.zip$/i.test(text));

export const importBody = input(
  { fileName: line({ min: 1, max: 255, format: 'archive-file', examples: ['doors.zip'] }) },
  'LibraryCatalogImport',
);

export const exportResponse = output({ job }, 'LibraryCatalogExportResponse');
export const importResponse = output(
  { job, _links: output({ uploadUrl: signedLink }, 'LibraryCatalogImportLinks') },
  'LibraryCatalogImportResponse',
);

/** Names that files and their type catalogs gave may have signs that people may not type. */
const givenName = (max = 255) => line({ min: 1, max });

const archivedDocument = Type.Object({
  id: uuid(),
  displayName: givenName(),
  extension: line({ min: 1, max: 250, format: 'file-extension' }),
  purpose: oneOf(purposes),
  version: line({ min: 1, max: 50 }),
  isActive: boolean(),
  previousVersionId: optional(uuid()),
  associatedDesignDocument: optional(uuid()),
});

const archivedProperty = Type.Object({
  displayName: givenName(),
  type: oneOf(propertyTypes),
  value: optional(anyText()),
  unitOfMeasure: optional(anyText()),
});

const archivedVariation = Type.Object({
  displayName: givenName(),
  associatedDesignDocument: optional(uuid()),
  adHocProperties: arrayOf(archivedProperty, { maxItems: 1000 }),
});

const archivedComponent = Type.Object({
  displayName: givenName(150),
  description: description(),
  hashtags: hashtags(),
  application: optional(Type.Object({ displayName: name(), version: name() })),
  category: optional(Type.Object({ displayName: name() })),
  manufacturer: optional(
    Type.Object({ displayName: name(), phone: freeText(), address: freeText(), website: freeText() }),
  ),
  documents: arrayOf(archivedDocument, { maxItems: 10_000 }),
  variations: arrayOf(archivedVariation, { maxItems: 10_000 }),
  webLinks: arrayOf(webLinkBody, { maxItems: 10_000 }),
});

export const mostComponents = 10_000;

/** `catalog.json` of an archive: everything by value, files by the ids of their documents. */
const archiveSchema = Type.Object({
  version: Type.Literal(1),
  catalog: catalogBody,
  documents: arrayOf(archivedDocument, { maxItems: 10_000 }),
  webLinks: arrayOf(webLinkBody, { maxItems: 10_000 }),
  components: arrayOf(archivedComponent, { maxItems: mostComponents }),
});

export type Archive = Static<typeof archiveSchema>;
export type ArchivedComponent = Static<typeof archivedComponent>;
export type ArchivedDocument = Static<typeof archivedDocument>;

const isArchive = (value: unknown): value is Archive => issuesOf(archiveSchema, value).length === 0;

/** What an archive says; a sentence that names the entry where it says nothing that a library takes. */
export function readArchive(value: unknown): Archive | string {
  if (isArchive(value)) return value;
  const [issue] = issuesOf(archiveSchema, value);
  const where = issue?.target ? `'${issue.target}'` : 'the whole';
  return `catalog.json: ${where} ${issue?.rule === 'missing' ? 'is missing' : 'is not valid'}.`;
}
