import { Type } from 'typebox';
import { entryKinds } from '../../../engines/crs/register/entries.ts';
import {
  anyObject,
  anyText,
  arrayOf,
  boolean,
  csv,
  input,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
} from '../../../kernel/schema/shapes.ts';
import { messageShape } from '../../../reality-jobs/shapes.ts';

const unit = output(
  {
    name: anyText(),
    code: nullable(anyText('`EPSG:9001`; null: it is in no list.')),
    toMetre: nullable(number({ description: 'Null: an angle.' })),
    toRadian: optional(number()),
  },
  'SurveyUnit',
);

const members = {
  id: nullable(anyText('`EPSG:25832`, `EPSG:25832+7837`, `ESRI:102039`; null: it has no code.')),
  name: anyText(),
  kind: oneOf(entryKinds),
  deprecated: boolean('The register has given it up.'),
  units: output({ horizontal: nullable(unit), vertical: nullable(unit) }),
  datum: nullable(anyText()),
  ellipsoid: nullable(
    output({
      name: anyText(),
      semiMajorAxis: number({ description: 'Metres.' }),
      inverseFlattening: number({ description: '0: a sphere.' }),
    }),
  ),
  method: nullable(anyText("The register's name of the method of projection.")),
  area: nullable(
    output({ name: nullable(anyText()), west: number(), south: number(), east: number(), north: number() }),
  ),
  horizontalId: nullable(anyText()),
  verticalId: nullable(anyText()),
  usable: boolean('Whether coordinates can be transformed from and to it.'),
  reason: nullable(anyText('Why it cannot be used.')),
};

const system = output(members, 'CoordinateSystem');

const fullSystem = output(
  {
    ...members,
    parameters: arrayOf(output({ name: anyText(), value: number(), unit: anyText() })),
    wkt1: anyText('Well-known text of version 1; empty: the method has no name there.'),
    wkt2: anyText('Well-known text of version 2 (2019).'),
    esriWkt: anyText('As in `.prj` files.'),
    proj: nullable(anyText('PROJ text, by which it is calculated.')),
    geoKeys: anyObject('GeoTIFF keys by their numbers, with values in place.'),
  },
  'CoordinateSystemFull',
);

export const systemsAnswer = output(
  { coordinateSystems: arrayOf(system), registerVersion: anyText(), _links: optional(output({ next: link })) },
  'CoordinateSystemsResponse',
);

export const systemAnswer = output({ coordinateSystem: fullSystem }, 'CoordinateSystemResponse');

export const readAnswer = output(
  {
    coordinateSystem: fullSystem,
    match: output({
      id: nullable(anyText()),
      kind: oneOf(
        ['code', 'equal', 'none'],
        '`code`: the text names it; `equal`: its numbers are those of a listed one.',
      ),
    }),
    warnings: arrayOf(messageShape),
  },
  'CoordinateSystemRead',
);

const point = arrayOf(Type.Number(), { minItems: 2, maxItems: 3 });

export const transformAnswer = output(
  { points: arrayOf(nullable(point)), warnings: arrayOf(messageShape) },
  'TransformedPoints',
);

export const mostTop = 1000;

export const systemsQuery = Type.Object({
  $search: optional(line({ max: 200, description: 'Words of code, name and area, without case, accents and signs.' })),
  kind: optional(csv(oneOf(entryKinds))),
  at: optional(
    line({
      max: 60,
      pattern: '^[+-]?[0-9]{1,3}([.][0-9]{1,15})?,[+-]?[0-9]{1,2}([.][0-9]{1,15})?$',
      description: 'Longitude and latitude in degrees that the area of use holds.',
      examples: ['8.4,49.0'],
    }),
  ),
  $top: optional(integer({ minimum: 1, maximum: mostTop, description: 'Systems in one page; default 100.' })),
  continuationToken: optional(anyText('Of the `next` link of the page before.')),
});

const longest = 65_536;

export const readBody = input(
  {
    definition: Type.String({
      minLength: 1,
      maxLength: longest,
      description: 'WKT 1 or 2, ESRI WKT, PROJ text, a code, or GeoTIFF keys as JSON.',
    }),
  },
  'CoordinateSystemDefinition',
);

const named = (description: string) => Type.String({ minLength: 1, maxLength: longest, description });

export const transformBody = input(
  {
    from: named('Id or definition of the system that the points are in.'),
    to: named('Id or definition of the system that they are wanted in.'),
    points: arrayOf(point, { minItems: 1, maxItems: 10_000 }),
  },
  'PointsToTransform',
);
