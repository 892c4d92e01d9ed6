import type { Migration } from '../../../db/database.ts';
import { tables } from '../../../db/query.ts';
import type { ContainerBlob, ContainerKind, Holder } from '../../container-port.ts';
import type { Blobs } from '../../port.ts';

/* The smallest kind of container there can be: drawers with papers in a table. */

interface PaperRow {
  drawer: string;
  name: string;
  blob: string;
  size: number;
  sha256: string;
}

const q = tables<{ papers: PaperRow }>();

export const drawerMigrations: readonly Migration[] = [
  {
    id: 'papers-1',
    statements: [
      `CREATE TABLE papers (drawer {text} NOT NULL, name {text} NOT NULL, blob {text} NOT NULL, size bigint NOT NULL,
        sha256 {text} NOT NULL, PRIMARY KEY (drawer, name))`,
    ],
  },
];

/** What a test may change while links are in use. */
export interface Rules {
  closed: boolean;
  mayWrite: (holder: Holder) => boolean;
}

const paperOf = ({ name, blob, size, sha256 }: PaperRow): ContainerBlob => ({
  name,
  size,
  blobId: blob,
  tag: sha256,
  modified: 0,
  contentType: name.endsWith('.json') ? 'application/json' : 'text/plain',
});

/** `rules` are asked at each use; a paper called "stamped" is refused. */
export const drawers = (blobs: Blobs, rules: Rules): ContainerKind<string> => ({
  path: '/files/drawers',
  find: async (_db, id) => (id === 'none' || rules.closed ? undefined : id),
  async blob(db, drawer, name) {
    const row = await db.first(
      q.selectFrom('papers').selectAll().where('drawer', '=', drawer).where('name', '=', name),
    );
    return row && paperOf(row);
  },
  list: async (db, drawer) =>
    (await db.all(q.selectFrom('papers').selectAll().where('drawer', '=', drawer))).map(paperOf),
  cachingOf: () => 'no-cache',
  listing: 'full',
  writing: {
    place: { area: 'drawers', container: 'papers' },
    mayWrite: async (_db, _drawer, holder) => rules.mayWrite(holder),
    refusal: async (_db, _drawer, name) => (name === 'stamped' ? 'LeaseIdMissing' : undefined),
    async put(tx, drawer, name, _holder, blob) {
      const content = await blobs.finishUpload(tx, blob);
      if (content === undefined) throw new Error(`Nothing is in ${blob}.`);
      const row = { drawer, name, blob, size: content.size, sha256: content.sha256 };
      await tx.run(q.deleteFrom('papers').where('drawer', '=', drawer).where('name', '=', name));
      await tx.run(q.insertInto('papers').values(row));
      return paperOf(row);
    },
    async remove(tx, drawer, name) {
      await tx.run(q.deleteFrom('papers').where('drawer', '=', drawer).where('name', '=', name));
    },
  },
});
