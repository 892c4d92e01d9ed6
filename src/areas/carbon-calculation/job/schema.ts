import { type Static, Type } from 'typebox';
import {
  anyText,
  input,
  line,
  link,
  nullable,
  oneOf,
  optional,
  output,
  sensitive,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { suffixOf, type Tool } from '../tools.ts';

const token = sensitive(
  Type.String({
    minLength: 1,
    maxLength: 8192,
    description: 'For an external tool; the own one does not use it.',
  }),
);
const extractionId = optional(
  nullable(
    line({
      max: 255,
      description:
        'A version of the model (40 hexadecimal digits), or the GUID of a file with tables; default the newest version.',
    }),
  ),
);

export const jobCreateA = input(
  {
    reportId: optional(nullable(uuid('GUID of a file: a table, or a model.'))),
    configurationId: optional(nullable(uuid('In place of a report.'))),
    extractionId,
    token,
  },
  'CarbonJobCreateOfToolA',
);
export const jobCreateB = input(
  {
    configurationId: uuid(),
    projectName: line({ min: 1, max: 255 }),
    'carbontool-bBearerToken': token,
    extractionId,
  },
  'CarbonJobCreateOfToolB',
);
export type JobCreateA = Static<typeof jobCreateA>;
export type JobCreateB = Static<typeof jobCreateB>;

const status = oneOf(['Queued', 'Running', 'Succeeded', 'Failed'], 'The last two are final.');
/** Empty while there is nothing to show. */
const maybeLink = output({ href: Type.String() }, 'MaybeLink');

const created = {
  'carbontool-a': output({ id: anyText(), _links: output({ report: maybeLink, job: link }) }, 'CarbonJobOfToolA'),
  'carbontool-b': output({ id: anyText(), _links: output({ status: link }) }, 'CarbonJobOfToolB'),
};
const statuses = {
  'carbontool-a': output(
    {
      id: anyText(),
      fileToken: sensitive(anyText()),
      status,
      message: anyText('Empty while nothing went wrong.'),
      _links: output({ report: maybeLink, 'carbontool-a': maybeLink }),
    },
    'CarbonJobStatusOfToolA',
  ),
  'carbontool-b': output(
    { id: anyText(), status, message: nullable(anyText()), _links: output({ 'carbontool-bProject': maybeLink }) },
    'CarbonJobStatusOfToolB',
  ),
};

/** The two tools' shapes differ; what a view makes of a row is checked against them when it is answered. */
export const createdJob = (tool: Tool) =>
  output({ job: Type.Unsafe<object>(created[tool]) }, `CarbonJobResponse${suffixOf(tool)}`);
export const jobStatus = (tool: Tool) =>
  output({ job: Type.Unsafe<object>(statuses[tool]) }, `CarbonJobStatusResponse${suffixOf(tool)}`);
