import { EngineFailure } from '../../engine.ts';
import { around, type Box, boxOf, combined, grown, largerSide, type Matrix, noBox, unmoved } from '../geometry.ts';
import type { Drawing, SheetText, Stroke } from '../sheet.ts';
import { type Collector, collector } from './collector.ts';
import { type Entity, numberOf, textOf } from './dxf-groups.ts';
import { linePoints, placeOf } from './dxf-lines.ts';
import { type DxfParts, partsOf, upper } from './dxf-tables.ts';
import { writeDxfText } from './dxf-text.ts';

const deepestInsert = 16;
const mostCopies = 10_000;
const mostEntities = 2_000_000;
/** Around the extents, in parts of their larger side. */
const margin = 0.01;

interface Walk {
  readonly parts: DxfParts;
  readonly out: Collector;
  drawn: number;
}

/** What an INSERT hands down to the entities of its block. */
interface Place {
  readonly matrix: Matrix;
  readonly layer: string;
  readonly dashed: boolean;
  /** Names of the blocks around. */
  readonly within: readonly string[];
}

/** Reads an ASCII DXF as a drawing in its units, y up: what stands in model space, blocks included. */
export function readDxf(text: string): Drawing {
  const parts = partsOf(text);
  const walk: Walk = { parts, out: collector(), drawn: 0 };
  const model = parts.entities.filter((entity) => numberOf(entity, 67) !== 1);
  draw(model.length > 0 ? model : parts.entities, { matrix: unmoved, layer: '0', dashed: false, within: [] }, walk);
  const { strokes, texts } = walk.out;
  return { box: extentsOf(strokes, texts), strokes, texts };
}

function extentsOf(strokes: readonly Stroke[], texts: readonly SheetText[]): Box {
  let box = noBox;
  for (const { points } of strokes) box = around(box, boxOf(points));
  for (const { start, end } of texts) box = around(box, boxOf([start, end]));
  if (!(largerSide(box) > 0)) throw new EngineFailure('E109', 'The DXF draws nothing.');
  return grown(box, margin * largerSide(box));
}

function draw(entities: readonly Entity[], place: Place, walk: Walk): void {
  for (let at = 0; at < entities.length; at++) {
    const entity = entities[at];
    if (entity === undefined) continue;
    if (++walk.drawn > mostEntities)
      throw new EngineFailure('E107', `The DXF draws more than ${mostEntities} entities.`);
    const parts = followers(entities, at);
    at += parts.length;
    drawOne(entity, parts, place, walk);
  }
}

/** The vertices of a polyline or the attributes of an INSERT, which stand behind it. */
function followers(entities: readonly Entity[], at: number): readonly Entity[] {
  const entity = entities[at];
  const has = entity?.type === 'POLYLINE' || (entity?.type === 'INSERT' && numberOf(entity, 66) === 1);
  if (!has) return [];
  const found: Entity[] = [];
  for (let next = at + 1; next < entities.length; next++) {
    const one = entities[next];
    if (one === undefined || !/^(?:VERTEX|ATTRIB|SEQEND)$/.test(one.type)) break;
    found.push(one);
    if (one.type === 'SEQEND') break;
  }
  return found;
}

function drawOne(entity: Entity, parts: readonly Entity[], place: Place, walk: Walk): void {
  const own = upper(textOf(entity, 8));
  const layer = own === '' || own === '0' ? place.layer : own; // entities on layer 0 are of the layer of their INSERT
  const facts = walk.parts.layers.get(layer);
  if (numberOf(entity, 60) === 1 || facts?.shown === false) return;
  // seen from behind: x runs to the left
  const turned: Matrix = numberOf(entity, 230, 1) < 0 && entity.type !== 'LINE' ? [-1, 0, 0, 1, 0, 0] : unmoved;
  const matrix = combined(place.matrix, turned);
  const dashed = isDashed(upper(textOf(entity, 6)), facts?.lineType ?? '', place.dashed, walk.parts);
  if (entity.type === 'INSERT') {
    insert(entity, { ...place, matrix, layer, dashed }, walk);
    for (const part of parts)
      if (part.type === 'ATTRIB' && (numberOf(part, 70) & 1) === 0) writeDxfText(part, matrix, walk.out);
    return;
  }
  if (entity.type === 'TEXT' || entity.type === 'MTEXT') return writeDxfText(entity, matrix, walk.out);
  const points = linePoints(
    entity,
    parts.filter((part) => part.type === 'VERTEX'),
  );
  const filled = entity.type === 'SOLID' || entity.type === 'TRACE';
  if (points) walk.out.add(points, { dashed, width: 0, filled }, matrix);
}

function isDashed(own: string, ofLayer: string, ofBlock: boolean, { dashedTypes, knownTypes }: DxfParts): boolean {
  if (own === 'BYBLOCK') return ofBlock;
  const name = own === '' || own === 'BYLAYER' ? ofLayer : own;
  if (knownTypes.has(name)) return dashedTypes.has(name);
  return name !== '' && name !== 'CONTINUOUS' && name !== 'BYLAYER' && name !== 'BYBLOCK';
}

function insert(entity: Entity, place: Place, walk: Walk): void {
  const name = upper(textOf(entity, 2));
  const block = walk.parts.blocks.get(name);
  if (block === undefined) return;
  if (place.within.includes(name)) throw new EngineFailure('E109', `Block ${name} contains itself.`, entity.line);
  if (place.within.length >= deepestInsert)
    throw new EngineFailure('E109', `Blocks are nested deeper than ${deepestInsert}.`, entity.line);
  const [columns, rows] = [count(entity, 70), count(entity, 71)];
  if (columns * rows > mostCopies)
    throw new EngineFailure('E107', `Block ${name} is repeated more than ${mostCopies} times.`);
  const [x, y] = placeOf(entity);
  const angle = (numberOf(entity, 50) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [sx, sy] = [numberOf(entity, 41, 1), numberOf(entity, 42, 1)];
  for (let at = 0; at < columns * rows; at++) {
    const [dx, dy] = [(at % columns) * numberOf(entity, 44), Math.floor(at / columns) * numberOf(entity, 45)];
    const turned: Matrix = [cos, sin, -sin, cos, x + cos * dx - sin * dy, y + sin * dx + cos * dy];
    const own = combined(turned, [sx, 0, 0, sy, -sx * block.base[0], -sy * block.base[1]]);
    const inner = { ...place, matrix: combined(place.matrix, own), within: [...place.within, name] };
    draw(block.entities, inner, walk);
  }
}

const count = (entity: Entity, code: number): number => Math.max(1, Math.round(numberOf(entity, code, 1)));
