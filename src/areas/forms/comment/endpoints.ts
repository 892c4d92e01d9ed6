import type { Context } from '../../../api/http/context.ts';
import { empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { arrayOf, dateTime, input, line, link, optional, output, paragraphs } from '../../../kernel/schema/shapes.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { need } from '../access.ts';
import { id } from '../definition/schema.ts';
import { invalidComment, invalidList } from '../errors.ts';
import { onComment, onForm } from '../form/access.ts';
import { formAgain } from '../form/store.ts';
import { linksIfPaged, pageCheck, pageLinks, pageOf, pageQuery } from '../paging.ts';
import type { CommentRow, FormRow } from '../tables.ts';
import { type FormsApi, idIn, pathIn } from '../version.ts';
import { commentsOf, insertComment, removeComment } from './store.ts';

const comment = output(
  {
    id: id(),
    text: paragraphs(),
    authorDisplayName: line({ untrimmed: true }),
    createdDateTime: dateTime(),
    workflowNoteFrom: optional(line({ untrimmed: true })),
    workflowNoteTo: optional(line({ untrimmed: true })),
    authorEmail: optional(line({ untrimmed: true })),
    author: optional(line({ untrimmed: true })),
    _links: output({ author: link }, 'FormCommentLinks'),
  },
  'FormComment',
);
const commentList = output({ comments: arrayOf(comment), _links: optional(pageLinks) }, 'FormCommentsResponse');
export const commentCreate = input({ text: paragraphs({ min: 1, max: 4000, pattern: '\\S' }) }, 'FormCommentCreate');

const addressOf = (baseUrl: string, form: FormRow): string => `${baseUrl}/forms/${form.id}/comments`;

const listAll = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getComments'),
    method: 'GET',
    path: pathIn(api, '/forms/{id}/comments'),
    title: 'Get form data comments',
    access: onForm(need.view),
    query: input(pageQuery),
    invalid: invalidList,
    check: pageCheck(({ baseUrl }, target: { resource: FormRow }) => addressOf(baseUrl, target.resource)),
    prefer: true,
    answers: { 200: json(commentList, 'The newest first.') },
    run: ({ target: { resource }, query, prefer }, context) =>
      listComments(resource, query, prefer === 'representation', context),
  });

async function listComments(form: FormRow, query: Readonly<Record<string, unknown>>, whole: boolean, context: Context) {
  const { db, ports, baseUrl } = context;
  const page = await pageOf(
    { address: addressOf(baseUrl, form), query },
    context,
    (asked) => commentsOf(db, form.id, asked),
    (row) => [row.position, row.id],
  );
  const users = await ports.people.byIds(db, [...new Set(page.rows.map((row) => row.created_by))]);
  const authors = new Map(users.map((user) => [user.id, user]));
  const comments = page.rows.map((row) => {
    const author = authors.get(row.created_by);
    const name = author?.displayName ?? '';
    const more = whole ? { ...(author ? { authorEmail: author.email } : {}), author: name } : {};
    return { ...commentView(row, name, baseUrl), ...more };
  });
  return reply(200, { comments, ...linksIfPaged(page, query) });
}

const commentView = (row: CommentRow, authorDisplayName: string, baseUrl: string) => ({
  id: row.id,
  text: row.text,
  authorDisplayName,
  createdDateTime: isoTime(row.created),
  ...(row.note_from === null ? {} : { workflowNoteFrom: row.note_from }),
  ...(row.note_to === null ? {} : { workflowNoteTo: row.note_to }),
  _links: { author: { href: `${baseUrl}/accesscontrol/twins/${row.twin_id}/members/users/${row.created_by}` } },
});

const create = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'createComment'),
    method: 'POST',
    path: pathIn(api, '/forms/{id}/comments'),
    title: 'Add comment to form',
    access: onForm(need.comment),
    body: commentCreate,
    bodyTypes: [''],
    invalid: invalidComment,
    describe: ({ rule }) =>
      rule === 'pattern' ? { code: 'MissingRequiredProperty', message: 'Required property is missing.' } : undefined,
    answers: { 201: empty('The comment is there; its address is in Location.') },
    run: ({ target, body }, context) => createComment(target.resource, body.text, context),
  });

async function createComment({ id: formId }: FormRow, text: string, { caller, now, ports, write, baseUrl }: Context) {
  const outcome = await write(async (tx) => {
    const form = await formAgain(tx, formId);
    const row = await insertComment(tx, form, { text }, { userId: caller.userId, now });
    await tell(tx, 'forms.commentCreated.v1', form, row, ports);
    return row;
  });
  if (isFailed(outcome)) return outcome;
  return { status: 201, headers: { Location: `${baseUrl}/forms/${formId}/comments/${outcome.id}` } } as const;
}

const remove = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'deleteComment'),
    method: 'DELETE',
    path: pathIn(api, '/forms/{id}/comments/{commentId}'),
    title: 'Delete comment',
    description: 'Comments of others, too.',
    access: onComment(need.comment),
    answers: { 204: empty('The comment is gone.') },
    async run({ target: { resource, part } }, { write, ports }) {
      const outcome = await write(async (tx) => {
        await removeComment(tx, part.id);
        await tell(tx, 'forms.commentDeleted.v1', resource, part, ports);
      });
      return isFailed(outcome) ? outcome : noContent;
    },
  });

async function tell(
  tx: Transaction,
  type: 'forms.commentCreated.v1' | 'forms.commentDeleted.v1',
  form: FormRow,
  { uid }: CommentRow,
  { twins, events }: Context['ports'],
): Promise<void> {
  const twin = await twins.find(tx, form.twin_id);
  const content = { commentId: uid, formId: form.uid, discipline: form.discipline };
  if (twin) await events.raise(tx, { type, twin, content });
}

export const commentEndpoints = [listAll, create, remove];
