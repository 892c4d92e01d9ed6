import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../db/database.ts';
import { uploadsOf } from './blobs.ts';
import { givenBy } from './complete.ts';
import type { AreaPorts } from './ports.ts';
import type { GeneratedRepository } from './repositories.ts';
import { allWatches } from './watches.ts';

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
    const given = givenBy([...areas, { name: 'further', repositories: [repository] }]);
    assert.deepEqual(Object.keys(given).sort(), [...owners, 'repositories', 'watches'].sort());
    assert.deepEqual(given.repositories, [repository]);
  });

  it('are refused while one is missing, which is named', () => {
    assert.throws(() => givenBy(areas.slice(1, -1)), /Nobody gives the ports people, savedViews\./);
  });

  it('are refused when two areas give the same', () => {
    const twice = { name: 'another', ports: port('files') };
    assert.throws(() => givenBy([...areas, twice]), /'files' is given by area of files and another\./);
  });
});

describe('watches', () => {
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
    await allWatches([watch('a'), {}, watch('b')]).twins.purged(db as never, 'twin');
    assert.deepEqual(told, ['a twin', 'b twin']);
  });

  it('of uploads are told of those of their place', async () => {
    const told: string[] = [];
    const watch = (area: string) => ({
      uploads: uploadsOf({ area, container: 'documents' }, async (_tx, { id }) => void told.push(`${area} ${id}`)),
    });
    const { uploads } = allWatches([watch('library'), watch('forms')]);
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
    assert.equal(await allWatches([keeps(false), keeps(true)]).files.keeps(db, 'blob'), true);
    assert.equal(await allWatches([keeps(false)]).files.keeps(db, 'blob'), false);
    assert.equal(await allWatches([]).files.keeps(db, 'blob'), false);
  });
});
