import { Type } from 'typebox';
import {
  anyText,
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  link,
  number,
  oneOf,
  optional,
  output,
  uuid,
} from '../../kernel/schema/shapes.ts';

/** Links of a list that goes on. */
export const continued = output({ self: link, next: optional(link) }, 'PnIDListLinks');
const ofInference = output({ self: link, inference: link }, 'PnIDPartLinks');
const fileId = () => anyText('base64 of the name, `=` as `-`, `/` as `_`, `+` as `~`.');
const bytes = () => integer({ minimum: 0, description: 'Bytes.' });

export const inferenceCreate = input(
  {
    modelVersion: line({
      min: 1,
      description: '1.0, 1.1, 1.2 or 1.3; lines are found from 1.3 on.',
      examples: ['1.3'],
    }),
    twinId: uuid('The twin that the sheets are of.'),
    symbolSetId: optional(uuid('A symbol set of the twin, or one that is built in; absent: all that are built in.')),
  },
  'PnIDInferenceCreate',
);

const inference = output(
  {
    id: uuid(),
    modelVersion: anyText(),
    createdDateTime: dateTime(),
    lastModifiedDateTime: dateTime(),
    symbolSetId: optional(uuid('The symbols that are looked for, where they are not all that are built in.')),
    _links: output({ twin: link, run: link, inputs: link, results: link }, 'PnIDInferenceLinks'),
  },
  'PnIDInference',
);
export const oneInference = output({ inference }, 'PnIDInferenceResponse');
export const inferenceList = output({ inferences: arrayOf(inference), _links: continued }, 'PnIDInferencesResponse');

/** Which page of a list is asked for. */
export const paging = {
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page; default 100.' })),
  $continuationToken: optional(Type.String({ description: 'Of the link to the next page.' })),
};

export const inferencesQuery = input({
  twinId: uuid(),
  ...paging,
});

export const uploadHeaders = input({
  'Content-Disposition': optional(
    line({ description: 'Names the file. Required.', examples: ['attachment; filename="pnid.pdf"'] }),
  ),
  'Content-Type': optional(line({ description: 'The type of the file, which fits its extension.' })),
});

const uploaded = output(
  {
    id: fileId(),
    filename: anyText(),
    size: bytes(),
    _links: output({ inputs: link, inference: link }, 'PnIDUploadedLinks'),
  },
  'PnIDUploadedInput',
);
export const oneUploaded = output({ input: uploaded }, 'PnIDUploadedInputResponse');

const listed = output(
  {
    id: fileId(),
    filename: anyText(),
    size: bytes(),
    _links: output({ input: link, content: link }, 'PnIDInputLinks'),
  },
  'PnIDInput',
);
export const inputList = output({ inputs: arrayOf(listed), _links: ofInference }, 'PnIDInputsResponse');

const run = output(
  {
    status: oneOf(['queued', 'inProgress', 'completed', 'failed', 'canceled']),
    duration: anyText('ISO 8601: since its work began, or that it took.'),
    progress: number({ minimum: 0, maximum: 1, description: 'Sheets that are done, of all; 1 only when completed.' }),
    createdDateTime: dateTime(),
    _links: output({ inputs: link, results: link, inference: link }, 'PnIDRunLinks'),
  },
  'PnIDRun',
);
export const oneRun = output({ run }, 'PnIDRunResponse');

const result = output(
  {
    id: fileId(),
    filename: anyText(),
    size: bytes(),
    _links: output({ content: link }, 'PnIDResultLinks'),
  },
  'PnIDResult',
);
export const oneResult = output({ result }, 'PnIDResultResponse');
export const resultList = output({ results: arrayOf(result), _links: ofInference }, 'PnIDResultsResponse');
