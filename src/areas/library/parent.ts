import type { AccessRule } from '../../api/http/endpoint.ts';
import type { Problem } from '../../api/http/problem.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Found, type Library, onItem, type reading } from './access.ts';
import { catalogs, components } from './errors.ts';
import { findCatalog } from './store/catalog.ts';
import { findComponentRow } from './store/component.ts';
import type { CatalogRow, ComponentRow, ParentKind } from './tables.ts';

/** What documents, variations and web links belong to: a component or a catalog. */
export interface Parent {
  readonly kind: ParentKind;
  /** As in titles. */
  readonly name: string;
  readonly place: string;
  readonly param: string;
  readonly absent: Problem;
  find(db: Reader, library: Library, id: string): Promise<ParentRow | undefined>;
}

export type ParentRow = ComponentRow | CatalogRow;

export const ofComponent: Parent = {
  kind: 'component',
  name: 'Component',
  place: '/library/components/{componentId}',
  param: 'componentId',
  absent: components.absent,
  find: findComponentRow,
};

export const ofCatalog: Parent = {
  kind: 'catalog',
  name: 'Catalog',
  place: '/library/catalogs/{catalogId}',
  param: 'catalogId',
  absent: catalogs.absent,
  find: (db, { account }, id) => findCatalog(db, account?.id, id),
};

type Need = ReturnType<typeof reading>;
type Params = Readonly<Record<string, string>>;

/** A parent that the path names. Lists answer with their own 404, creations with the parent's. */
export const inParent = (parent: Parent, need: Need, notFound = parent.absent): AccessRule<Params, Found<ParentRow>> =>
  onItem(need, (db, library, params) => parent.find(db, library, params[parent.param] ?? ''), notFound);

/** Something of a parent. */
export interface ChildOf<R> {
  readonly parent: ParentRow;
  readonly row: R;
}

/** A child that the path names below its parent. */
export const onChild = <R>(
  parent: Parent,
  need: Need,
  param: string,
  find: (db: Reader, library: Library, parentId: string, id: string) => Promise<R | undefined>,
  notFound: Problem,
): AccessRule<Params, Found<ChildOf<R>>> =>
  onItem(
    need,
    async (db, library, params) => {
      const found = await parent.find(db, library, params[parent.param] ?? '');
      const row = found && (await find(db, library, found.id, (params[param] ?? '').toLowerCase()));
      return row && { parent: found, row };
    },
    notFound,
  );
