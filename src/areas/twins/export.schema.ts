import {
  boolean,
  dateTime,
  input,
  line,
  nullable,
  oneOf,
  optional,
  output,
  url,
  uuid,
} from '../../kernel/schema/shapes.ts';

export const outputFormats = ['JsonGZip', 'JsonZipArchive', 'CsvGZip', 'Csv'] as const;
export const queryScopes = ['MemberOftwin', 'OrganizationAdmin'] as const;

const texts = { subClass: line(), select: line(), filter: line({ exact: true, max: 8000 }) };

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
      queryScope: nullable(oneOf(queryScopes)),
      subClass: nullable(texts.subClass),
      select: nullable(texts.select),
      filter: nullable(texts.filter),
      includeInactive: nullable(boolean()),
      outputFormat: oneOf(outputFormats),
    }),
    status: oneOf(['Queued', 'InProgress', 'Completed', 'Failed']),
    outputUrl: nullable(url('Signed, for an hour; null before the end and for an empty result.')),
    createdBy: uuid(),
    createdDateTime: dateTime(),
    startedDateTime: nullable(dateTime()),
    completedDateTime: nullable(dateTime()),
  },
  'Export',
);
