import { measuredValues } from '../../snapshot/measures.ts';
import type { ElementRecord, SiPerUnit } from '../../snapshot/types.ts';

/** In SI units; where it comes from. */
export interface Quantity {
  readonly value: number;
  readonly source: 'declared' | 'mesh';
}

export interface Quantities {
  readonly volume?: Quantity;
  readonly area?: Quantity;
  readonly length?: Quantity;
  readonly mass?: Quantity;
  /** The declared volume and that of the closed mesh are far apart. */
  readonly differs?: boolean;
}

const areas = ['NetSideArea', 'NetArea', 'NetFloorArea', 'GrossSideArea', 'GrossArea', 'Area'] as const;
/** How far volumes may be apart, as a share. */
const tolerance = 0.05;

/** The quantities of an element: declared ones before those of its mesh; 0 is written for "not known". */
export function quantitiesOf(record: ElementRecord, siPerUnit: SiPerUnit, thickness: number | null): Quantities {
  const declared = declaredQuantities(record, siPerUnit);
  const of = (...names: readonly string[]): Quantity | undefined => {
    const value = names.map((name) => declared.get(name)).find((one) => one !== undefined);
    return value === undefined ? undefined : { value, source: 'declared' };
  };
  const net = of('volume NetVolume');
  const body = record.mesh?.closed && record.mesh.volume > 0 ? record.mesh.volume : undefined;
  const mesh: Quantity | undefined = body === undefined ? undefined : { value: body, source: 'mesh' };
  const volume = net ?? mesh ?? of('volume GrossVolume');
  const wide = volume !== undefined && thickness !== null && thickness > 0;
  const area =
    of(...areas.map((name) => `area ${name}`)) ?? (wide ? { ...volume, value: volume.value / thickness } : undefined);
  const length = of('length Length');
  const mass = of('mass NetWeight', 'mass GrossWeight');
  return {
    ...(volume ? { volume } : {}),
    ...(area ? { area } : {}),
    ...(length ? { length } : {}),
    ...(mass ? { mass } : {}),
    ...(net && body !== undefined && Math.abs(net.value - body) > tolerance * body ? { differs: true } : {}),
  };
}

const ownSets = /^(?:Qto_.*|BaseQuantities)(?:~\d+)?$/;

/** Of the element's own sets of quantities, by kind and name. */
function declaredQuantities(record: ElementRecord, siPerUnit: SiPerUnit): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const set of record.propertySets) {
    if (set.of !== 'element' || set.kind !== 'quantities' || !ownSets.test(set.name)) continue;
    for (const { path, value, kind, siPerUnit: si } of measuredValues(set, siPerUnit)) {
      const key = `${kind} ${path[0]}`;
      if (path.length !== 1 || typeof value !== 'number' || si === null || !(value > 0) || found.has(key)) continue;
      found.set(key, value * si);
    }
  }
  return found;
}
