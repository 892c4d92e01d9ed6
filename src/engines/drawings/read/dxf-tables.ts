import { EngineFailure } from '../../engine.ts';
import { type Entity, entitiesOf, numberOf, textOf } from './dxf-groups.ts';

export interface Layer {
  readonly shown: boolean;
  readonly lineType: string;
}

export interface Block {
  readonly base: readonly [number, number];
  readonly entities: readonly Entity[];
}

/** The parts of a DXF that say what is drawn. */
export interface DxfParts {
  readonly layers: ReadonlyMap<string, Layer>;
  /** Names of line types that have gaps, in upper case. */
  readonly dashedTypes: ReadonlySet<string>;
  /** Names of line types that are declared. */
  readonly knownTypes: ReadonlySet<string>;
  readonly blocks: ReadonlyMap<string, Block>;
  readonly entities: readonly Entity[];
}

export const upper = (text: string | undefined): string => (text ?? '').trim().toUpperCase();

type OpenBlock = Block & { readonly entities: Entity[] };

/** Cuts a DXF into layers, line types, blocks and what stands in its drawing. */
export function partsOf(text: string): DxfParts {
  const layers = new Map<string, Layer>();
  const [dashedTypes, knownTypes] = [new Set<string>(), new Set<string>()];
  const blocks = new Map<string, OpenBlock>();
  const entities: Entity[] = [];
  let block: OpenBlock | undefined;
  const takeTable = (entity: Entity, name: string) => {
    if (entity.type === 'LAYER') layers.set(name, layerOf(entity));
    if (entity.type !== 'LTYPE') return;
    knownTypes.add(name);
    if (numberOf(entity, 73) > 1) dashedTypes.add(name);
  };
  const takeBlock = (entity: Entity, name: string) => {
    if (entity.type === 'BLOCK') {
      block = { base: [numberOf(entity, 10), numberOf(entity, 20)], entities: [] };
      blocks.set(name, block);
    } else if (entity.type === 'ENDBLK') block = undefined;
    else block?.entities.push(entity);
  };
  const takeEntity = (entity: Entity) => void entities.push(entity);
  const sections: Readonly<Record<string, (entity: Entity, name: string) => void>> = {
    TABLES: takeTable,
    BLOCKS: takeBlock,
    ENTITIES: takeEntity,
  };
  let section: string | undefined;
  for (const entity of entitiesOf(text)) {
    const name = upper(textOf(entity, 2));
    if (entity.type === 'SECTION') section = name;
    else if (entity.type === 'ENDSEC') section = '';
    else sections[section ?? '']?.(entity, name);
  }
  if (section === undefined) throw new EngineFailure('E109', 'The file is no DXF: it has no section.');
  return { layers, dashedTypes, knownTypes, blocks, entities };
}

const layerOf = (entity: Entity): Layer => ({
  shown: numberOf(entity, 62, 7) >= 0 && (numberOf(entity, 70) & 1) === 0,
  lineType: upper(textOf(entity, 6)),
});
