import { Type } from 'typebox';
import { anyCaller } from '../../../api/auth/access-rules.ts';
import { endpoint, json } from '../../../api/http/endpoint.ts';
import { invalidList, invalidRead, invalidTransform, systemNotFound } from '../errors.ts';
import { listSystems } from './list.ts';
import { readDefinition, showSystem } from './read.ts';
import {
  readAnswer,
  readBody,
  systemAnswer,
  systemsAnswer,
  systemsQuery,
  transformAnswer,
  transformBody,
} from './schema.ts';
import { transformPoints } from './transform.ts';

const path = '/surveys/coordinate-systems';

/** Coordinate systems: the register, what texts of them say, and points of one in another. */
export const systemEndpoints = [
  endpoint({
    id: 'surveys.listSystems',
    items: 'coordinateSystems',
    method: 'GET',
    path,
    title: 'Get coordinate systems',
    description:
      'Systems of the register by words of their code, name and area, by kind, and by a place in their area. First comes the system of a code that was looked for, then those whose name begins with the first word.',
    access: anyCaller,
    query: systemsQuery,
    invalid: invalidList,
    answers: { 200: json(systemsAnswer, 'A page of them; `next` continues.') },
    run: ({ query }, context) => listSystems(query, context),
  }),

  endpoint({
    id: 'surveys.getSystem',
    method: 'GET',
    path: `${path}/{id}`,
    title: 'Get coordinate system',
    description: 'A system by its code: `EPSG:25832`, `25832`, or with heights `EPSG:25832+7837`.',
    access: anyCaller,
    params: Type.Object({ id: Type.String() }),
    errors: [systemNotFound],
    answers: { 200: json(systemAnswer, 'With its parameters, and as the texts that files have it in.') },
    run: ({ params }) => showSystem(params.id),
  }),

  endpoint({
    id: 'surveys.readSystem',
    method: 'POST',
    path: `${path}/read`,
    title: 'Read a coordinate system',
    description:
      'What a text says: well-known text of both versions and of ESRI, PROJ text, a code, its URN or address, or the keys of a GeoTIFF as JSON.',
    access: anyCaller,
    changes: 'nothing',
    body: readBody,
    invalid: invalidRead,
    errors: [invalidRead],
    answers: { 200: json(readAnswer, 'The system, and the listed one that it is.') },
    run: ({ body }) => readDefinition(body.definition),
  }),

  endpoint({
    id: 'surveys.transformPoints',
    method: 'POST',
    path: `${path}/transform`,
    title: 'Transform points',
    description:
      'East or longitude comes first, then north or latitude, then height. Of heights only the unit changes, never the datum.',
    access: anyCaller,
    changes: 'nothing',
    body: transformBody,
    invalid: invalidTransform,
    errors: [invalidTransform],
    answers: { 200: json(transformAnswer, 'In the order given; null where a projection has no such place.') },
    run: ({ body }) => transformPoints(body),
  }),
];
