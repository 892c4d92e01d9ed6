import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { accountOf, type Found } from '../access.ts';
import type { Analytics } from '../analytics/analytics.ts';
import type { ChildOf, ParentRow } from '../parent.ts';
import { documentsOf } from '../store/document.ts';
import type { DocumentRow } from '../tables.ts';
import { documentView, fileNameOf } from '../view/document.ts';
import { documentReply } from './change.ts';

/** The oldest first; in the context of a twin those with a file. */
export async function listDocuments({ library, resource }: Found<ParentRow>, context: Context) {
  const rows = await documentsOf(context.db, resource.id);
  const shown = rows.filter((row) => library.project === undefined || row.available === 1);
  return reply(200, { documents: shown.map((row) => documentView(row, context, 'read')) });
}

/** A document; who gets the file of a component's with it is counted. */
export function readDocument(
  { library, resource: { parent, row } }: Found<ChildOf<DocumentRow>>,
  analytics: Analytics,
  context: Context,
) {
  const answer = documentReply(200, row, context, 'read');
  if (row.parent_kind !== 'component' || row.available === 0) return answer;
  const doing = { action: 'Download', component: parent, document: fileNameOf(row), project: library.project } as const;
  return { ...answer, sent: () => analytics.note(doing, accountOf(library), context) };
}
