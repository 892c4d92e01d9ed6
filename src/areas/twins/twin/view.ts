import type { Static } from 'typebox';
import type { twinFull, twinMinimal } from '../../../api/ports/twin-shape.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { addressOf, imageOf, type Links } from '../image/store.ts';
import type { TwinRow } from '../tables.ts';
import { type FullProperty, fullProperties } from './schema.ts';

type Full = Static<typeof twinFull>;

/** Twin.minimal */
export const twinSummary = (row: TwinRow): Static<typeof twinMinimal> => ({
  id: row.id,
  class: row.class,
  subClass: row.sub_class,
  type: row.type,
  number: row.number,
  displayName: row.display_name,
  status: row.status,
});

/** Twin.full, in the documented order of its properties. */
export function twinDetails(row: TwinRow, context: Links): Full {
  const image = imageOf(row);
  return {
    id: row.id,
    class: row.class,
    subClass: row.sub_class,
    type: row.type,
    number: row.number,
    displayName: row.display_name,
    geographicLocation: row.location,
    latitude: row.latitude,
    longitude: row.longitude,
    ianaTimeZone: row.time_zone,
    dataCenterLocation: row.data_center,
    status: row.status,
    parentId: row.parent_id,
    twinAccountId: row.account_id,
    imageName: image ? image.small.name : null,
    image: image ? addressOf(image.small, row.id, context) : null,
    createdDateTime: isoTime(row.created),
    createdBy: row.created_by,
    lastModifiedDateTime: isoTime(row.modified),
    lastModifiedBy: row.modified_by,
  };
}

/** Only the named properties, in the documented order. */
export function twinSelection(row: TwinRow, select: ReadonlySet<FullProperty>, context: Links): Partial<Full> {
  const full = twinDetails(row, context);
  return Object.fromEntries(fullProperties.filter((name) => select.has(name)).map((name) => [name, full[name]]));
}
