import {
  anyText,
  arrayOf,
  dateTime,
  input,
  nullable,
  number,
  oneOf,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { continuedLinks, continuedQuery } from '../schema/configuration.ts';
import { tools } from '../tools.ts';

const result = output(
  {
    id: anyText('Of the job, at its tool.'),
    tool: oneOf(tools),
    projectName: nullable(anyText()),
    status: oneOf(['Queued', 'Running', 'Succeeded', 'Failed'], 'The last two are final.'),
    message: nullable(anyText('Why it failed, or could calculate nothing.')),
    modelId: nullable(uuid('What was calculated; null: tables of a file.')),
    changesetId: nullable(anyText('The version of the model.')),
    embodied: nullable(number({ description: 'kg CO2e' })),
    jobId: uuid('In the Jobs API, for its progress; that knows it for 30 days.'),
    createdOn: dateTime(),
    endedOn: nullable(dateTime()),
  },
  'CarbonResultSummary',
);
export const resultList = output({ results: arrayOf(result), _links: continuedLinks }, 'CarbonResultsResponse');
export const resultsQuery = input(continuedQuery);
