import type { Api } from '../../api/http/endpoint.ts';
import type { Federation } from './deps.ts';
import { executeEndpoints } from './execute/endpoints.ts';
import { odataEndpoints } from './odata/endpoints.ts';
import { packageEndpoints } from './package/endpoints.ts';
import { roleEndpoints } from './role/endpoints.ts';
import { systemEndpoints } from './system/endpoints.ts';
import { systemTestEndpoints } from './system/test-endpoints.ts';
import { timerEndpoints } from './timer/endpoints.ts';

/** What federation serves. */
export const federationApi = (of: Federation): Api => ({
  name: 'federation',
  title: 'Federation',
  version: 1,
  prefix: '/federation',
  description:
    'Integration packages over the models, tables and databases of a twin: executed on demand or by a timer, and offered as OData 4.0 to spreadsheets and BI programs.',
  endpoints: [
    ...packageEndpoints(of.book),
    ...roleEndpoints(of.book),
    ...systemEndpoints(of.book),
    ...systemTestEndpoints(of),
    ...timerEndpoints(of.book),
    ...executeEndpoints(of),
    ...odataEndpoints(of),
  ],
  changelog: [
    {
      date: '2026-11-27',
      text: 'Ports, names of headers and tokens of systems are checked when they are saved, not when they are used.',
    },
    {
      date: '2026-11-27',
      text: 'Whole numbers of 64 bits are exact in filters and orders of OData; `IEEE754Compatible=true` writes Edm.Int64 and Edm.Decimal as texts; `odata.metadata=none` is honoured, `odata.metadata=full` alone is answered 406.',
    },
    { date: '2026-11-22', text: 'First edition.' },
  ],
});
