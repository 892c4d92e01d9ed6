import type { FilterSubject, Literal } from '../../../std/odata/tree.ts';
import { type Cell, emptyCell } from '../table/table.ts';
import type { BaseUnit } from '../units.ts';
import type { TakeoffElement } from './elements.ts';
import type { Part } from './parts.ts';
import type { Quantity } from './quantities.ts';

/** What a row is about: an element, or one of the materials that it is made of. */
export interface TakeoffRow {
  readonly element: TakeoffElement;
  /** Undefined: all of the element. */
  readonly part: Part | undefined;
}

type Read = (row: TakeoffRow) => Cell;
const member =
  (of: (element: TakeoffElement) => string | number | null): Read =>
  ({ element }) => ({ value: of(element) });

const quantity = (unit: BaseUnit, of: (row: TakeoffRow) => Quantity | undefined): Read => {
  const none: Cell = { value: null, unit };
  return (row) => {
    const found = of(row);
    return found === undefined ? none : { ...found, unit };
  };
};

/** Of a material its share, where that is known. */
function shared(quantity: Quantity | undefined, { part }: TakeoffRow): Quantity | undefined {
  if (part === undefined || quantity === undefined) return quantity;
  return part.share === null ? undefined : { ...quantity, value: quantity.value * part.share };
}

/** What elements are called by in lists and filters. */
const elementColumns: Readonly<Record<string, (element: TakeoffElement) => string | number | null>> = {
  Id: ({ id }) => id,
  GlobalId: ({ globalId }) => globalId,
  Class: (element) => element.class,
  Name: ({ name }) => name,
  Tag: ({ tag }) => tag,
  ParentId: ({ parentId }) => (parentId === '0' ? null : parentId),
  ContainerId: ({ containerId }) => (containerId === '0' ? null : containerId),
  Building: ({ building }) => building,
  Storey: ({ storey }) => storey,
  Space: ({ space }) => space,
  TypeName: ({ typeName }) => typeName,
  TypeGlobalId: ({ typeGlobalId }) => typeGlobalId,
  MinX: ({ box }) => box?.low[0] ?? null,
  MinY: ({ box }) => box?.low[1] ?? null,
  MinZ: ({ box }) => box?.low[2] ?? null,
  MaxX: ({ box }) => box?.high[0] ?? null,
  MaxY: ({ box }) => box?.high[1] ?? null,
  MaxZ: ({ box }) => box?.high[2] ?? null,
};

const materialsOf = ({ parts }: TakeoffElement): string | null =>
  parts.flatMap(({ material }) => material ?? []).join('; ') || null;

/** Columns of every takeoff; those of sets come on top. */
export const takeoffColumns: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(Object.entries(elementColumns).map(([name, of]) => [name, member(of)])),
  Material: ({ element, part }) => ({ value: part === undefined ? materialsOf(element) : part.material }),
  Classification: member(({ classifications }) => classifications.join('; ') || null),
  Category: ({ part }) => ({ value: part?.category ?? null }),
  Thickness: quantity('m', ({ element, part }) => {
    const value = part === undefined ? element.thickness : part.thickness;
    return value === null ? undefined : { value, source: 'declared' };
  }),
  Share: ({ part }) => ({ value: part === undefined ? 1 : part.share }),
  Volume: quantity('m3', (row) => shared(row.element.quantities.volume, row)),
  Area: quantity('m2', ({ element, part }) =>
    part === undefined || part.wholeArea ? element.quantities.area : undefined,
  ),
  Length: quantity('m', ({ element }) => element.quantities.length),
  Mass: quantity('kg', (row) => shared(row.element.quantities.mass, row)),
  Count: quantity('pcs', () => ({ value: 1, source: 'declared' })),
};

export const readCell = (row: TakeoffRow, column: string): Cell =>
  takeoffColumns[column]?.(row) ?? row.element.extra.get(column) ?? emptyCell;

const filterColumns: Readonly<Record<string, (element: TakeoffElement) => string | number | null>> = {
  ...elementColumns,
  Material: materialsOf,
  Area: ({ meshArea }) => meshArea,
  Volume: ({ meshVolume }) => meshVolume,
};
const numbers = new Set(['MinX', 'MinY', 'MinZ', 'MaxX', 'MaxY', 'MaxZ', 'Area', 'Volume']);

/** What filters of groups may name: the entity set `Elements` of the federation API. */
export const elementSubject: FilterSubject = {
  name: 'Elements',
  properties: {
    ModelId: 'guid',
    ...Object.fromEntries(Object.keys(filterColumns).map((name) => [name, numbers.has(name) ? 'number' : 'text'])),
  },
};

export const readForFilter =
  (modelId: string) =>
  (element: TakeoffElement, name: string): Literal =>
    name === 'ModelId' ? modelId : (filterColumns[name]?.(element) ?? null);
