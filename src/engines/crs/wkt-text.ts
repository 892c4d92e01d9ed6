import type { Crs } from './crs.ts';
import type { PlaneModel } from './model.ts';
import { bracket, quoted } from './write/text.ts';
import { wkt1Of } from './write/wkt1.ts';

/** A system as well-known text of version 1. What has no words there is told by the text that proj4 goes by. */
export function wktOf({ model, text, definition, id, metres }: Crs): string {
  const known = wkt1Of(model);
  if (known !== undefined) return known;
  if (text?.includes('[')) return text;
  const { plane } = model;
  const ground = plane && wkt1Of({ plane: groundOf(plane) });
  const projection = bracket('PROJECTION', '"custom_proj4"');
  const extension = bracket('EXTENSION', '"PROJ4"', quoted(definition));
  return bracket(
    'PROJCS',
    quoted(plane?.name || id),
    ground,
    projection,
    bracket('UNIT', '"metre"', metres),
    extension,
  );
}

/** The geographic system that a map stands on. */
export const groundOf = ({ base, turn }: PlaneModel): PlaneModel => ({
  name: base.name,
  kind: 'geographic2D',
  base,
  unit: base.angle,
  turn,
  ...(base.code === undefined ? {} : { code: base.code }),
});

/** A system as a short text that `crsOf` reads back: its codes, else well-known text. */
export function shortText(crs: Crs): string {
  const { id, verticalId, model } = crs;
  const isCode = model.plane?.code !== undefined && (id === model.plane.code || id === model.code);
  const height = model.vertical?.code ?? verticalId;
  const isHeight = model.vertical === undefined || height !== undefined;
  if (!isCode || !isHeight) return wktOf(crs);
  return `${id}${verticalId === undefined ? '' : `+${verticalId.replace('EPSG:', '')}`}`;
}
