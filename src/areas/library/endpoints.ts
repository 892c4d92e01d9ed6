import type { Endpoint } from '../../api/http/endpoint.ts';
import type { Analytics } from './analytics/analytics.ts';
import { analyticsEndpoints } from './analytics/endpoints.ts';
import { archiveEndpoints } from './archive/endpoints.ts';
import { brandEndpoints } from './brand/endpoints.ts';
import { catalogEndpoints } from './catalog/endpoints.ts';
import { componentEndpoints } from './component/endpoints.ts';
import { allDocumentEndpoints } from './document/endpoints.ts';
import { allTermEndpoints } from './term/endpoints.ts';
import { thumbnailEndpoints } from './thumbnail/endpoints.ts';
import { uploadEndpoints } from './upload/endpoints.ts';
import { variationEndpoints } from './variation/endpoints.ts';
import { allWebLinkEndpoints } from './weblink/endpoints.ts';

/** All operations of the library. */
export const libraryEndpoints = (analytics: Analytics): Endpoint[] => [
  ...allTermEndpoints,
  ...catalogEndpoints,
  ...archiveEndpoints,
  ...componentEndpoints(analytics),
  ...allDocumentEndpoints(analytics),
  ...variationEndpoints,
  ...allWebLinkEndpoints,
  ...thumbnailEndpoints,
  ...uploadEndpoints,
  ...brandEndpoints(analytics),
  ...analyticsEndpoints(analytics),
];
