import type { Located, Requirement } from '../../../api/auth/access-rules.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { below, onItem } from '../access.ts';
import { findAttachment } from '../attachment/store.ts';
import { findComment } from '../comment/store.ts';
import { attachmentNotFound, commentNotFound, formNotFound } from '../errors.ts';
import type { AttachmentRow, CommentRow, FormRow } from '../tables.ts';
import { findForm } from './store.ts';

type FormParams = { readonly id: string };

/** A form of the path. */
export const onForm = <Params extends FormParams>(needed: Requirement): AccessRule<Params, Located<FormRow>> =>
  onItem({
    find: ({ db }, { id }: Params) => findForm(db, id),
    twinOf: (row) => row.twin_id,
    notFound: formNotFound,
    needed,
  });

export type OnComment = Located<FormRow> & { readonly part: CommentRow };
export type OnAttachment = Located<FormRow> & { readonly part: AttachmentRow };

export const onComment = (needed: Requirement): AccessRule<FormParams & { readonly commentId: string }, OnComment> =>
  below(onForm(needed), ({ db }, form, { commentId }) => findComment(db, form.id, commentId), commentNotFound);

export const onAttachment = (
  needed: Requirement,
): AccessRule<FormParams & { readonly attachmentId: string }, OnAttachment> =>
  below(
    onForm(needed),
    ({ db }, form, { attachmentId }) => findAttachment(db, form.id, attachmentId),
    attachmentNotFound,
  );
