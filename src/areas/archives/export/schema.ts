import { Type } from 'typebox';
import { leftOutCodes } from '../../../api/archive/kind.ts';
import {
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  nullable,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

export const exportCreate = input(
  {
    twinId: line({ format: 'uuid', description: 'A twin that is no Account.' }),
    format: optional(oneOf(['twin'])),
    choices: optional(
      input({
        recycleBin: optional(boolean('Recycled files, deleted forms and what hangs on them; default true.')),
        history: optional(boolean('Entries of the audit log, for organization administrators; default false.')),
        derived: optional(boolean('What could be made anew of the rest; default false.')),
      }),
    ),
  },
  'ExportCreate',
);

export const exportsQuery = Type.Object({
  twinId: line({ format: 'uuid' }),
  $top: optional(integer({ minimum: 1, maximum: 100, description: 'Items in one page, at most 100; default 50.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});

const choices = output({ recycleBin: boolean(), history: boolean(), derived: boolean() });

export const exportShape = output(
  {
    id: uuid(),
    twinId: uuid(),
    format: oneOf(['twin']),
    state: oneOf(['Queued', 'Running', 'Completed', 'Failed', 'Cancelled', 'Expired']),
    step: nullable(oneOf(['Snapshot', 'Writing', 'Publishing'])),
    choices,
    fileName: anyText(),
    size: nullable(integer({ minimum: 0, description: 'Bytes of the file.' })),
    manifestSha256: nullable(anyText('Of manifest-sha256.txt in the file.')),
    counts: nullable(output({ records: integer(), blobs: integer(), bytes: integer() })),
    leftOut: nullable(integer({ minimum: 0, description: 'Entries of leftOut in the report.' })),
    createdBy: uuid(),
    jobId: uuid(),
    error: nullable(output({ code: anyText(), message: anyText() })),
    createdDateTime: dateTime(),
    startedDateTime: nullable(dateTime()),
    endedDateTime: nullable(dateTime()),
    expiresDateTime: nullable(dateTime('When the file is removed.')),
    _links: output({ self: link, twin: link, job: link, file: nullable(link), report: nullable(link) }),
  },
  'Export',
);

export const exportAnswer = output({ export: exportShape }, 'ExportAnswer');
export const exportsAnswer = output(
  { exports: arrayOf(exportShape), _links: output({ self: link, next: optional(link) }) },
  'ExportsAnswer',
);

const leftOut = output({
  code: oneOf(leftOutCodes),
  kind: optional(anyText('Of records.')),
  id: optional(anyText()),
  name: optional(anyText()),
  count: optional(integer()),
  message: anyText(),
});

/** `data/archive.json`. */
export const reportShape = output(
  {
    format: integer(),
    id: uuid('Of the export.'),
    program: anyText(),
    snapshot: dateTime(),
    consistent: boolean('All records are of one moment.'),
    twin: output({
      id: uuid(),
      displayName: anyText(),
      number: anyText(),
      class: anyText(),
      subClass: anyText(),
      parentId: nullable(uuid()),
    }),
    source: output({ baseUrl: anyText(), organization: nullable(anyText()) }),
    choices,
    since: nullable(output({ id: uuid(), manifest: anyText() })),
    counts: output({
      records: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'By kind.',
      }),
      blobs: integer(),
      bytes: integer(),
      held: integer(),
    }),
    leftOut: arrayOf(leftOut),
  },
  'ArchiveReport',
);
