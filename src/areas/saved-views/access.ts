import { type Located, onResource, visible } from '../../api/auth/access-rules.ts';
import type { AccessRule, Permit } from '../../api/http/endpoint.ts';
import { fail, isFailed, type Problem, problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { extensionNotFound, groupNotFound, savedViewNotFound, tagNotFound } from './errors.ts';
import { findExtension } from './store/extensions.ts';
import { findGroup } from './store/groups.ts';
import { findTag } from './store/tags.ts';
import { findView, type LocatedView } from './store/views.ts';
import type { ExtensionRow, GroupRow, TagRow, ViewRow } from './tables.ts';

/** What decides who sees and who changes a view, a group or a tag. */
interface Item {
  readonly twin_id: string;
  readonly model_id: string | null;
  readonly created_by: string;
  /** Absent of tags, which everybody sees. */
  readonly shared?: number;
}

/** Who may look into the models of a twin sees what belongs to them. */
export const mayUseModels = (access: Access): boolean => access.may('models_webview') || access.may('models_read');

/** A private item exists for its creator only. */
export const isSeen = (item: Item, access: Access, caller: Caller): boolean =>
  (item.model_id === null || mayUseModels(access)) && (item.shared !== 0 || item.created_by === caller.userId);

export const mayManage = (access: Access): boolean => access.may('savedviews_manage');

const permits: Readonly<Record<'read' | 'change', Permit>> = {
  read: { level: 'visible', text: 'Who sees the twin; what is not shared: its creator only.' },
  change: {
    level: 'permission',
    permission: 'savedviews_manage',
    text: 'Its creator, and who has the permission savedviews_manage in the twin.',
  },
};

/** An item of the path that the caller sees, and for a change may change. */
function onItem<Params, R>(
  intent: 'read' | 'change',
  find: (db: Reader, params: Params) => Promise<R | undefined>,
  itemOf: (resource: R) => Item & Partial<Pick<GroupRow, 'read_only'>>,
  notFound: Problem,
): AccessRule<Params, Located<R>> {
  const twinOf = (resource: R) => itemOf(resource).twin_id;
  const inTwin = onResource({ find, twinOf, notFound, need: visible });
  return {
    permit: permits[intent],
    problems: [notFound, ...(intent === 'change' ? [problems.insufficientPermissions] : [])],
    changes: 'inTwin',
    async resolve(params, context) {
      const found = await inTwin.resolve(params, context);
      if (isFailed(found)) return found;
      const { access } = found;
      const item = itemOf(found.resource);
      if (!isSeen(item, access, context.caller)) return fail(notFound);
      const own = item.created_by === context.caller.userId && item.read_only !== 1;
      return intent === 'read' || own || mayManage(access) ? found : fail(problems.insufficientPermissions);
    },
  };
}

type ViewParams = { readonly savedViewId: string };
type ExtensionParams = ViewParams & { readonly extensionName: string };
type Intent = 'read' | 'change';

/** A view as it is shown to a caller: without a group that they do not see. */
export const asSeen = <V extends LocatedView>(view: V, access: Access, caller: Caller): V =>
  view.group && !isSeen(view.group, access, caller) ? { ...view, group: undefined } : view;

export function onView(intent: Intent): AccessRule<ViewParams, Located<LocatedView>> {
  const rule = onItem(
    intent,
    (db, { savedViewId }: ViewParams) => findView(db, savedViewId),
    viewOf,
    savedViewNotFound,
  );
  return {
    ...rule,
    async resolve(params, context) {
      const found = await rule.resolve(params, context);
      if (isFailed(found)) return found;
      return { ...found, resource: asSeen(found.resource, found.access, context.caller) };
    },
  };
}

export const onGroup = (intent: Intent): AccessRule<{ readonly groupId: string }, Located<GroupRow>> =>
  onItem(
    intent,
    (db, { groupId }) => findGroup(db, groupId),
    (row) => row,
    groupNotFound,
  );

export const onTag = (intent: Intent): AccessRule<{ readonly tagId: string }, Located<TagRow>> =>
  onItem(
    intent,
    (db, { tagId }) => findTag(db, tagId),
    (row) => row,
    tagNotFound,
  );

/** An extension with its view. */
export interface LocatedExtension {
  readonly view: ViewRow;
  readonly extension: ExtensionRow;
}

const viewOf = ({ row }: LocatedView): ViewRow => row;

async function locateExtension(db: Reader, { savedViewId, extensionName }: ExtensionParams) {
  const view = await findView(db, savedViewId);
  const extension = view && (await findExtension(db, savedViewId, extensionName));
  return extension && { view: view.row, extension };
}

/** An extension to be deleted; what is missing of the view, too, is the extension. */
export const onExtensionChange: AccessRule<ExtensionParams, Located<LocatedExtension>> = onItem(
  'change',
  locateExtension,
  ({ view }) => view,
  extensionNotFound,
);
