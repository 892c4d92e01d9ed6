import { Type } from 'typebox';
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
  signedLink,
  uuid,
} from '../../../kernel/schema/shapes.ts';

export const importCreate = input(
  {
    fileName: line({ min: 1, max: 255, format: 'item-name', examples: ['Harbour bridge 2026-11-26T2314Z.twin'] }),
    format: optional(oneOf(['twin'])),
  },
  'ImportCreate',
);

export const importsQuery = Type.Object({
  $top: optional(integer({ minimum: 1, maximum: 100, description: 'Items in one page, at most 100; default 50.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});

export const faultShape = output(
  {
    code: anyText(),
    message: anyText('A sentence for people.'),
    entry: nullable(anyText('Path in the archive.')),
    line: nullable(integer({ minimum: 1, description: 'Of that file.' })),
  },
  'ArchiveFault',
);

export const importStates = ['AwaitingUpload', 'Checking', 'Ready', 'Refused', 'Expired'] as const;

/** What an archive that was checked says of itself. */
const archive = output(
  {
    id: uuid('Of the export.'),
    format: integer(),
    program: anyText(),
    snapshot: dateTime(),
    consistent: boolean(),
    twin: output({
      id: uuid(),
      displayName: anyText(),
      number: anyText(),
      class: anyText(),
      subClass: anyText(),
    }),
    source: output({ baseUrl: anyText(), organization: nullable(anyText()) }),
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
    leftOut: integer({ minimum: 0, description: 'How many things its report says that it does not have.' }),
  },
  'ImportedArchive',
);

export const importShape = output(
  {
    id: uuid(),
    state: oneOf(importStates),
    format: oneOf(['twin']),
    fileName: anyText(),
    follows: nullable(uuid('A former import; always null so far.')),
    size: nullable(integer({ minimum: 0, description: 'Bytes of the file.' })),
    sha256: nullable(anyText('Of the file.')),
    progress: nullable(output({ done: integer(), total: nullable(integer()) })),
    archive: nullable(archive),
    fault: nullable(faultShape),
    createdBy: uuid(),
    createdDateTime: dateTime(),
    expiresDateTime: dateTime('When the file is removed.'),
    jobId: nullable(uuid()),
    _links: output({ self: link, uploadUrl: nullable(signedLink), completeUrl: nullable(link) }),
  },
  'Import',
);

export const importAnswer = output({ import: importShape }, 'ImportAnswer');
export const importsAnswer = output(
  { imports: arrayOf(importShape), _links: output({ self: link, next: optional(link) }) },
  'ImportsAnswer',
);
