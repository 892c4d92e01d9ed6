import {
  arrayOf,
  boolean,
  input,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';
import { isCleanLine } from '../../../std/text.ts';
import { name, optionalLink, reference, shownName, stamp } from '../common-schema.ts';
import type { Purpose } from '../tables.ts';

export const purposes = [
  'Design',
  'Thumbnail',
  'Reference',
  'GalleryImage',
  'TypeCatalog',
] as const satisfies Purpose[];
const catalogPurposes = ['Thumbnail', 'Reference'] as const satisfies Purpose[];

addTextFormat('file-extension', (text) => isCleanLine(text) && !/[./\\:*?"<>|\s]/.test(text));

const content = {
  id: uuid(),
  displayName: shownName(),
  extension: shownName(),
  purpose: oneOf(purposes),
  size: integer({ minimum: 0, description: 'Bytes; 0 until there is a file.' }),
  available: boolean(),
  isActive: boolean(),
  version: shownName(),
  previousVersionId: optional(uuid()),
  ...stamp,
};

const document = output(
  {
    ...content,
    _links: output(
      {
        associatedDesignDocument: optionalLink(),
        fileUrl: optionalLink(),
      },
      'LibraryDocumentLinks',
    ),
  },
  'LibraryDocument',
);
/** As brands show it to everybody. */
const brandDocument = output(
  { ...content, _links: output({ fileUrl: optionalLink() }, 'LibraryBrandDocumentLinks') },
  'LibraryBrandDocument',
);

export const oneDocument = output({ document }, 'LibraryDocumentResponse');
export const documentList = output({ documents: arrayOf(document) }, 'LibraryDocumentsResponse');
export const brandDocumentList = output({ documents: arrayOf(brandDocument) }, 'LibraryBrandDocumentsResponse');

const common = {
  displayName: name(),
  extension: line({ min: 1, max: 250, format: 'file-extension', examples: ['rfa'], description: 'Without a dot.' }),
};
const available = optional(boolean('True takes over the file that was uploaded; false opens a new upload.'));

export const componentDocumentBody = input(
  {
    ...common,
    purpose: oneOf(purposes),
    version: optional(nullable(line({ max: 50 }))),
    previousVersionId: reference('The active Design document that this one is a newer version of.'),
    associatedDesignDocument: reference('A Design document of the component.'),
    available,
    isActive: optional(boolean('Of Design documents: the one in use of its versions.')),
  },
  'LibraryDocumentContent',
);

export const catalogDocumentBody = input(
  { ...common, purpose: oneOf(catalogPurposes), available },
  'LibraryCatalogDocumentContent',
);

/** What either kind of parent says of a document. */
export interface DocumentBody {
  readonly displayName: string;
  readonly extension: string;
  readonly purpose: Purpose;
  readonly version?: string | null;
  readonly previousVersionId?: string | null;
  readonly associatedDesignDocument?: string | null;
  readonly available?: boolean;
  readonly isActive?: boolean;
}
