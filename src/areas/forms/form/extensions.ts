import { thumbnailEndpoints } from '../attachment/thumbnail-endpoints.ts';
import { bcfEndpoints } from '../bcf/endpoints.ts';
import { bulkEndpoint } from '../bulk/endpoints.ts';
import { definitionChangeEndpoints } from '../definition/change-endpoints.ts';
import { tableEndpoint } from '../table/endpoints.ts';
import { workflowChangeEndpoints } from '../workflow/change-endpoints.ts';
import { formDefinitionEndpoint } from './definition-endpoints.ts';

/** Operations beyond those of the published API; in version 2 only. */
export const extensions = [
  ...bcfEndpoints,
  tableEndpoint,
  bulkEndpoint,
  formDefinitionEndpoint,
  ...thumbnailEndpoints,
  ...definitionChangeEndpoints,
  ...workflowChangeEndpoints,
];
