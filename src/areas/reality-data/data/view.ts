import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isoTime, isoTimeOrNull } from '../../../std/iso-time.ts';
import type { realityData } from '../schema.ts';
import { tagsOf } from '../store.ts';
import type { DataRow } from '../tables.ts';

type View = Static<typeof realityData>;

/** `{ [name]: value }`, or nothing of what has no value. */
const present = <K extends string, V>(name: K, value: V | null | undefined): { readonly [P in K]?: V } =>
  (value === null || value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: V };

export const shortView = ({ id, display_name, type }: DataRow) => ({ id, displayName: display_name, type });

export const rootOf = ({ root_document, found_root }: DataRow): string | null => root_document ?? found_root;

/** KB, rounded up. */
export const sizeOf = ({ size_bytes }: DataRow): number => Math.ceil(size_bytes / 1024);

export const extentOf = ({ west, south, east, north }: DataRow): View['extent'] =>
  west === null || south === null || east === null || north === null
    ? undefined
    : { southWest: { latitude: south, longitude: west }, northEast: { latitude: north, longitude: east } };

export const crsOf = ({ crs_id, crs_vertical }: DataRow): View['crs'] =>
  crs_id === null ? undefined : { id: crs_id, ...present('verticalId', crs_vertical) };

const acquisitionOf = ({ acquired_from, acquired_to, acquirer }: DataRow): View['acquisition'] =>
  acquired_from === null
    ? undefined
    : {
        startDateTime: isoTime(acquired_from),
        ...present('endDateTime', isoTimeOrNull(acquired_to)),
        ...present('acquirer', acquirer),
      };

export const dataView = (row: DataRow, { ports }: Pick<Context, 'ports'>): View => ({
  ...shortView(row),
  classification: row.classification,
  ...present('dataset', row.dataset),
  ...present('group', row.group_name),
  ...present('description', row.description),
  ...present('attribution', row.attribution),
  ...present('termsOfUse', row.terms),
  tags: tagsOf(row),
  ...present('rootDocument', rootOf(row)),
  size: sizeOf(row),
  ...present('acquisition', acquisitionOf(row)),
  ...present('extent', extentOf(row)),
  ...present('crs', crsOf(row)),
  authoring: row.authoring === 1,
  dataCenterLocation: ports.settings.dataCenter,
  ownerId: row.owner_id,
  createdDateTime: isoTime(row.created),
  modifiedDateTime: isoTime(row.modified),
  lastAccessedDateTime: isoTime(row.accessed),
});
