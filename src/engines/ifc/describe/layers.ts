import { type Model, refsOf, textOf } from '../step/model.ts';

/** Names of the presentation layers of a product's representations and of the items in them, sorted. */
export function layersOf(model: Model): (representation: number | null) => readonly string[] {
  const byItem = new Map<number, string[]>();
  for (const number of model.all('IFCPRESENTATIONLAYERASSIGNMENT')) {
    const layer = model.read(number);
    const name = layer === undefined ? null : textOf(layer.values[0]);
    if (layer === undefined || name === null) continue;
    for (const item of refsOf(layer.values[2])) byItem.set(item, [...(byItem.get(item) ?? []), name]);
  }
  return (representation) => {
    if (representation === null || byItem.size === 0) return [];
    const shapes = refsOf(model.read(representation)?.values[2]);
    const items = shapes.flatMap((shape) => refsOf(model.read(shape)?.values[3]));
    return [...new Set([...shapes, ...items].flatMap((item) => byItem.get(item) ?? []))].sort();
  };
}
