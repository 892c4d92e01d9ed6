import type { Box, ElementRecord } from '../../snapshot/types.ts';
import { type Model, numberOf, refOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import { clustersOf, gap } from './clusters.ts';
import type { Element } from './elements.ts';
import type { Placements } from './placement.ts';
import type { Whereabouts } from './whereabouts.ts';

/** Metres above or below its storey at which an element is hardly meant to be. */
const farFromStorey = 20;
/** Metres between an element and all others. */
const farFromRest = 10_000;
/** Elements of each kind that are named one by one. */
const named = 20;

interface Storey {
  readonly name: string | null;
  /** Its heights in the model: by its placement, and by its elevation. Programs write one of them wrong. */
  readonly levels: readonly number[];
}

/** Finds elements that stand where they are hardly meant to be. */
export interface Misplaced {
  add(record: ElementRecord, element: Element): void;
  /** Puts what it found into the report. */
  tell(): void;
}

export function misplaced(model: Model, units: Units, placements: Placements, whereabouts: Whereabouts): Misplaced {
  const storeys = new Map<string, Storey>();
  const held: (readonly [element: Element, container: string])[] = [];
  const isElement = kindOf(model, 'IFCELEMENT');
  return {
    add(record, element) {
      if (model.schema.is(element.entity, 'IFCBUILDINGSTOREY'))
        storeys.set(record.id, storeyOf(model, element, record.name, units, placements));
      if (record.box === undefined) return;
      whereabouts.add(record.box);
      held.push([element, isElement(element.entity) ? record.containerId : '0']);
    },
    tell() {
      const list = listing(model);
      for (const [place, [element, container]] of held.entries()) {
        const storey = storeys.get(container);
        const off = storey === undefined ? undefined : offLevel(whereabouts.box(place), storey);
        if (off !== undefined) list.add('storey', element, `It stands ${off} its storey${quoted(storey?.name)}.`);
      }
      for (const { place, metres } of strays(whereabouts)) {
        const [element] = held[place] ?? [];
        const away = Math.round(metres / 1000).toLocaleString('en');
        if (element !== undefined) list.add('rest', element, `It stands ${away} km from the other elements.`);
      }
      list.end();
    },
  };
}

function kindOf(model: Model, ancestor: string): (entity: string) => boolean {
  const known = new Map<string, boolean>();
  return (entity) => {
    const found = known.get(entity) ?? model.schema.is(entity, ancestor);
    known.set(entity, found);
    return found;
  };
}

function storeyOf(
  model: Model,
  { number, placement }: Element,
  name: string | null,
  units: Units,
  placements: Placements,
): Storey {
  const instance = model.read(number);
  const elevation = instance === undefined ? null : numberOf(model.get(instance, 'Elevation'));
  const own = placements(placement);
  const above = placement === null ? undefined : model.read(placement);
  const base = placements(above === undefined ? null : refOf(model.get(above, 'PlacementRelTo')));
  const byElevation = elevation === null ? [] : [(base?.[11] ?? 0) + elevation * units.metresPerUnit];
  return { name, levels: own === null ? byElevation : [own[11] ?? 0, ...byElevation] };
}

/** "25 m above", from the level that is nearer; undefined for an element that is about its storey. */
function offLevel({ low, high }: Box, { levels }: Storey): string | undefined {
  const gaps = levels.map((level) => (low[2] > level ? low[2] - level : Math.min(0, high[2] - level)));
  const [least] = gaps.sort((a, b) => Math.abs(a) - Math.abs(b));
  if (least === undefined || Math.abs(least) <= farFromStorey) return undefined;
  return `${Math.round(Math.abs(least)).toLocaleString('en')} m ${least > 0 ? 'above' : 'below'}`;
}

const quoted = (name: string | null | undefined): string => (name ? ` '${name}'` : '');

/** Elements that do not belong to the part of the model that has most of them, and how far they are from it. */
function* strays(whereabouts: Whereabouts): Generator<{ readonly place: number; readonly metres: number }> {
  const clusters = clustersOf(whereabouts, farFromRest);
  const most = Math.max(...clusters.map(({ places }) => places.length));
  const main = clusters.find(({ places }) => places.length === most);
  for (const cluster of clusters) {
    if (main === undefined || cluster === main) continue;
    const metres = Math.min(...cluster.boxes.flatMap((box) => main.boxes.map((other) => gap(box, other))));
    for (const place of cluster.places) yield { place, metres };
  }
}

const restOf = {
  storey: `more than ${farFromStorey} m above or below their storeys`,
  rest: `more than ${farFromRest / 1000} km from the others`,
} as const;

/** A wrong placement may have thousands below it: some are named, the rest is counted. */
function listing({ issues }: Model) {
  const counts = { storey: 0, rest: 0 };
  return {
    add(kind: keyof typeof counts, { number, key }: Element, message: string) {
      if (++counts[kind] <= named) issues.add(message, { number, globalId: key });
    },
    end() {
      for (const kind of ['storey', 'rest'] as const) {
        const more = counts[kind] - named;
        if (more > 0) issues.add(`${more.toLocaleString('en')} more elements stand ${restOf[kind]}.`);
      }
    },
  };
}
