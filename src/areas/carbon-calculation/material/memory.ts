import { join } from 'node:path';
import type { Ports } from '../../../api/ports/ports.ts';
import { runAside } from '../../../api/request-work.ts';
import type { FoundMaterial, MaterialColumn } from '../../../engines/carbon/materials.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { patienceMs } from '../patience.ts';

const kept = 16;

/** What a snapshot is made of, by its blob, which never changes; what was asked for lately is kept. */
export type MaterialsMemory = (
  snapshot: string,
  column: MaterialColumn,
  ports: Ports,
) => Promise<readonly FoundMaterial[]>;

export function materialsMemory(): MaterialsMemory {
  const memory = new Map<string, Promise<readonly FoundMaterial[]>>();
  return (blob, column, ports) => {
    const key = `${column} ${blob}`;
    const found = memory.get(key) ?? read(blob, column, ports);
    memory.delete(key);
    memory.set(key, found);
    found.catch(() => memory.delete(key));
    const [oldest] = memory.keys();
    if (memory.size > kept && oldest !== undefined) memory.delete(oldest);
    return found;
  };
}

const read = (blob: string, column: MaterialColumn, ports: Ports): Promise<readonly FoundMaterial[]> =>
  ports.engines.workFolder(async (folder) => {
    const snapshot = join(folder, 'snapshot');
    await copyBlob(ports.blobs, blob, snapshot);
    return runAside(ports, { who: blob, mostMs: patienceMs }, 'carbonMaterials', { snapshot, column });
  });
