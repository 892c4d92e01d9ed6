import type { FilterProperties } from '../../../api/query/filter-sql.ts';

type Property = FilterProperties[string] & { readonly sortedBy: string };

const text = (column: string, sortedBy: string): Property => ({ type: 'text', column, sortedBy });
const plain = (type: 'number' | 'dateTime' | 'uuid', column: string): Property => ({ type, column, sortedBy: column });
/** Values of a fixed set, whose order by code point is the collation's. */
const fixed = (column: string): Property => ({ type: 'asciiText', column, sortedBy: column });

/** What $filter and $orderby may name: all of Twin.full but image and imageName. By lower-case name. */
export const listProperties: Readonly<Record<string, Property>> = {
  id: plain('uuid', 'id'),
  class: fixed('class'),
  subclass: fixed('sub_class'),
  type: text('type_folded', 'type_sorted'),
  number: text('number_folded', 'number_sorted'),
  displayname: text('display_name_folded', 'display_name_sorted'),
  status: fixed('status'),
  geographiclocation: text('location_folded', 'location_sorted'),
  latitude: plain('number', 'latitude'),
  longitude: plain('number', 'longitude'),
  ianatimezone: { type: 'asciiText', column: 'time_zone', sortedBy: 'time_zone_sorted' },
  datacenterlocation: fixed('data_center'),
  parentid: plain('uuid', 'parent_id'),
  twinaccountid: plain('uuid', 'account_id'),
  createddatetime: plain('dateTime', 'created'),
  createdby: plain('uuid', 'created_by'),
  lastmodifieddatetime: plain('dateTime', 'modified'),
  lastmodifiedby: plain('uuid', 'modified_by'),
};

export const filterProperties: FilterProperties = listProperties;
