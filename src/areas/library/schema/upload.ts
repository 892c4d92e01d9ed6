import {
  anyText,
  boolean,
  input,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';
import { isCleanLine } from '../../../std/text.ts';
import { description, hashtags, optionalLink, shownHashtags, shownName, shownText } from '../common-schema.ts';
import { referenceLinks, references } from './component.ts';

addTextFormat('component-file', (text) => isCleanLine(text) && /^[^/\\]+\.(rfa|dgn|cel)$/i.test(text));

export const uploadBody = input(
  {
    fileName: line({ min: 1, max: 255, format: 'component-file', examples: ['door.rfa'] }),
    componentName: optional(nullable(line({ max: 150, format: 'library-name' }))),
    description: description(),
    searchTags: hashtags(),
    ...references,
    isTypeCatalog: optional(nullable(boolean('A text with one variation a line comes with the file.'))),
  },
  'LibraryUploadContent',
);

export const uploadResponse = output(
  {
    uploadComponent: output(
      {
        fileName: shownName(),
        componentName: optional(shownName()),
        description: shownText(),
        sessionId: uuid(),
        searchTags: shownHashtags(),
        isTypeCatalog: boolean(),
        _links: output(
          { ...referenceLinks, typeCatalogUploadUrl: optionalLink(), designFileUploadUrl: link },
          'LibraryUploadLinks',
        ),
      },
      'LibraryUpload',
    ),
  },
  'LibraryUploadResponse',
);

const statuses = ['Queued', 'InProgress', 'Success', 'Error', 'Aborted', 'Canceled', 'PendingCancel'] as const;
export type JobStatus = (typeof statuses)[number];

export const jobTypes = ['Upload', 'CatalogExport', 'CatalogImport'] as const;

export const job = output(
  {
    id: shownName(),
    displayName: shownName(),
    jobSize: integer({ minimum: 0, description: 'Bytes; 0 until the file came.' }),
    progress: number({ minimum: 0, maximum: 100 }),
    status: oneOf(statuses),
    error: nullable(anyText('A sentence for people.')),
    type: oneOf(jobTypes),
    _links: output({ component: optionalLink(), catalog: optionalLink(), file: optionalLink() }, 'LibraryJobLinks'),
  },
  'LibraryJob',
);
export const oneJob = output({ job }, 'LibraryJobResponse');
