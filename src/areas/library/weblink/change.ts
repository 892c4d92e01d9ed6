import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere, type Problem } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { fold } from '../../../std/text.ts';
import type { Found } from '../access.ts';
import { stampOf } from '../common-view.ts';
import { newWebLinkTaken } from '../errors.ts';
import type { ChildOf, Parent, ParentRow } from '../parent.ts';
import type { webLinkBody } from '../schema/weblink.ts';
import {
  deleteWebLinkRow,
  findWebLink,
  insertWebLink,
  updateWebLinkRow,
  webLinkNamesake,
  webLinksOf,
} from '../store/weblink.ts';
import type { WebLinkRow } from '../tables.ts';

type Body = Static<typeof webLinkBody>;

const contentOf = ({ displayName, uri }: Body) => ({ name: displayName, name_folded: fold(displayName), uri });

export async function createWebLink(of: Parent, { library, resource }: Found<ParentRow>, body: Body, context: Context) {
  const { now, write } = context;
  const row: WebLinkRow = {
    id: newId(),
    account_id: resource.account_id,
    created: now,
    modified: now,
    revision: 1,
    parent_kind: of.kind,
    parent_id: resource.id,
    ...contentOf(body),
  };
  const outcome = await write(async (tx) => {
    if ((await of.find(tx, library, resource.id)) === undefined)
      throw new NoLongerThere(`${of.name} ${resource.id} is gone.`);
    return (await insertWebLink(tx, row)) ? undefined : fail(newWebLinkTaken);
  });
  return isFailed(outcome) ? outcome : webLinkReply(201, row);
}

export async function updateWebLink(
  taken: Problem,
  { resource }: Found<ChildOf<WebLinkRow>>,
  body: Body,
  { now, write }: Context,
) {
  const { parent_id, id } = resource.row;
  const outcome = await write(async (tx) => {
    const before = await findWebLink(tx, parent_id, id);
    if (before === undefined) throw new NoLongerThere(`Web link ${id} was deleted.`);
    const row = { ...before, ...contentOf(body), modified: now, revision: before.revision + 1 };
    if (await webLinkNamesake(tx, row)) return fail(taken);
    await updateWebLinkRow(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : webLinkReply(200, outcome);
}

export async function deleteWebLink({ resource: { row } }: Found<ChildOf<WebLinkRow>>, { write }: Context) {
  const outcome = await write(async (tx) => {
    if (!(await deleteWebLinkRow(tx, row.id))) throw new NoLongerThere(`Web link ${row.id} was deleted.`);
  });
  return isFailed(outcome) ? outcome : noContent;
}

export const listWebLinks = async (parentId: string, { db }: Context) =>
  reply(200, { webLinks: (await webLinksOf(db, parentId)).map(webLinkView) });

export const webLinkReply = <const S extends number>(status: S, row: WebLinkRow) =>
  reply(status, { webLink: webLinkView(row) }, { version: row.revision });

const webLinkView = (row: WebLinkRow) => ({ id: row.id, displayName: row.name, uri: row.uri, ...stampOf(row) });
