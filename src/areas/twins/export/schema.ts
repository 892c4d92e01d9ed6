import {
  boolean,
  dateTime,
  input,
  line,
  nullable,
  oneOf,
  optional,
  output,
  signedUrl,
  uuid,
} from '../../../kernel/schema/shapes.ts';

export const outputFormats = ['JsonGZip', 'JsonZipArchive', 'CsvGZip', 'Csv'] as const;
export const queryScopes = ['MemberOftwin', 'OrganizationAdmin'] as const;

const texts = { subClass: line(), select: line(), filter: line({ untrimmed: true, max: 8000 }) };

/** ExportRequest as posted. */
export const exportCreate = input(
  {
    queryScope: optional(nullable(oneOf(queryScopes))),
    subClass: optional(nullable(texts.subClass)),
    select: optional(nullable(texts.select)),
    filter: optional(nullable(texts.filter)),
    includeInactive: optional(nullable(boolean())),
    outputFormat: oneOf(outputFormats),
  },
  'ExportRequest',
);

export const exportShape = output(
  {
    id: uuid(),
    request: output({
      queryScope: optional(oneOf(queryScopes)),
      subClass: optional(texts.subClass),
      select: optional(texts.select),
      filter: optional(texts.filter),
      includeInactive: optional(boolean()),
      outputFormat: oneOf(outputFormats),
    }),
    status: oneOf(['Queued', 'InProgress', 'Completed', 'Failed']),
    outputUrl: nullable(signedUrl('Signed, for an hour; null before the end and for an empty result.')),
    createdBy: uuid(),
    createdDateTime: dateTime(),
    startedDateTime: nullable(dateTime()),
    completedDateTime: nullable(dateTime()),
  },
  'Export',
);
