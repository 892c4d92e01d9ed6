import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uploadsOf } from '../kernel/blobs/port.ts';
import type { Database } from '../kernel/db/database.ts';
import { assemblePorts } from './assemble-ports.ts';
import { allListeners } from './ports/listeners.ts';
import type { AreaPorts } from './ports/ports.ts';
import type { GeneratedRepository } from './ports/repositories.ts';

const owners = [
  'people',
  'twins',
  'access',
  'audit',
  'events',
  'files',
  'models',
  'meshes',
  'library',
  'realityData',
  'savedViews',
  'sandboxes',
] as const;
const port = (owner: keyof AreaPorts) => ({ [owner]: {} }) as Partial<AreaPorts>;
const areas = owners.map((owner) => ({ name: `area of ${owner}`, ports: port(owner) }));

describe('ports of areas', () => {
  it('are put together, with their watches and repositories', () => {
    const repository: GeneratedRepository = {
      class: 'Issues',
      displayName: 'x',
      permissions: ['x'],
      path: () => '/x',
      hasData: async () => false,
    };
    const given = assemblePorts([...areas, { name: 'further', repositories: [repository] }]);
    assert.deepEqual(Object.keys(given).sort(), [...owners, 'repositories', 'listeners'].sort());
    assert.deepEqual(given.repositories, [repository]);
  });

  it('are refused while one is missing, which is named', () => {
    assert.throws(() => assemblePorts(areas.slice(1, -1)), /Nobody gives the ports people, sandboxes\./);
  });

  it('are refused when two areas give the same', () => {
    const twice = { name: 'another', ports: port('files') };
    assert.throws(() => assemblePorts([...areas, twice]), /'files' is given by area of files and another\./);
  });
});

describe('listeners', () => {
  const db = {} as Database;

  it('are told in turn, each when the one before is done', async () => {
    const told: string[] = [];
    const watch = (name: string) => ({
      twins: {
        async purged(_tx: unknown, id: string) {
          await Promise.resolve();
          told.push(`${name} ${id}`);
        },
      },
    });
    await allListeners([watch('a'), {}, watch('b')]).twins.purged(db as never, 'twin');
    assert.deepEqual(told, ['a twin', 'b twin']);
  });

  it('of uploads are told of those of their place', async () => {
    const told: string[] = [];
    const watch = (area: string) => ({
      uploads: uploadsOf({ area, container: 'documents' }, async (_tx, { id }) => void told.push(`${area} ${id}`)),
    });
    const { uploads } = allListeners([watch('library'), watch('forms')]);
    for (const container of ['documents', 'drafts']) {
      const upload = { area: 'library', container, id: container, size: 1, sha256: '' };
      await uploads.committed(db as never, upload);
    }
    assert.deepEqual(told, ['library documents']);
  });

  it('keep a content as long as any of them keeps it', async () => {
    const keeps = (kept: boolean) => ({
      files: { changed: async () => {}, keeps: async () => kept, purged: async () => {} },
    });
    assert.equal(await allListeners([keeps(false), keeps(true)]).files.keeps(db, 'blob'), true);
    assert.equal(await allListeners([keeps(false)]).files.keeps(db, 'blob'), false);
    assert.equal(await allListeners([]).files.keeps(db, 'blob'), false);
  });
});
