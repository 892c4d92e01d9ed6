import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Access } from '../../../api/ports/access.ts';
import { asSeen } from '../access.ts';
import { type LocatedView, shortView, type WholeView, wholeView } from '../store/views.ts';
import { versionOf, viewDetails, viewSummary } from './view.ts';

/** An answer with everything of a view that its caller may see. */
export function wholeReply<const S extends number>(status: S, whole: WholeView, access: Access, context: Context) {
  const view = asSeen(whole, access, context.caller);
  return reply(status, { savedView: viewDetails(view, context.baseUrl) }, { version: versionOf(view) });
}

/** An answer with a view in the shape that the request prefers. */
export async function preferredReply(
  { resource, access }: Located<LocatedView>,
  prefer: 'minimal' | 'representation' | undefined,
  context: Context,
) {
  if (prefer === 'representation') return wholeReply(200, await wholeView(context.db, resource), access, context);
  const savedView = viewSummary(await shortView(context.db, resource), context.baseUrl);
  return reply(200, { savedView }, { version: versionOf(resource) });
}
