import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import type { Federation } from '../deps.ts';
import { invalidSystem } from '../errors.ts';
import { systemParams } from '../params.ts';
import { describeSystem, onSystem, systemsPath } from './endpoints.ts';
import { systemTested } from './schema.ts';
import { testSystem } from './test.ts';

/** The test of a stored connection. */
export const systemTestEndpoints = (of: Federation): readonly Endpoint[] => [
  endpoint({
    id: 'federation.testSystem',
    method: 'POST',
    path: `${systemsPath}/{id}/test`,
    title: 'Test system',
    description:
      'Connects with the stored credentials and looks what is there: the tables of a database, the answer of a service at its base address. A connection that fails is a success of the test; the message says why.',
    access: onSystem,
    params: systemParams,
    invalid: invalidSystem('test'),
    describe: describeSystem,
    answers: { 200: json(systemTested, 'What came of it.') },
    run: ({ target: { resource, access } }, context) => testSystem(resource, access, context, of),
  }),
];
