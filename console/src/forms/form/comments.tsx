import { ActionIcon, Badge, Button, Group, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import type { Comment } from '../../ui/forms/types.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Time } from '../../ui/time.tsx';
import { addComment, commentsQuery, removeComment } from '../queries.ts';
import classes from './form.module.css';

const longest = 4000;

/** What people say of the form, the newest first; notes of steps are among it. */
export function Comments({ formId, mayComment }: { readonly formId: string; readonly mayComment: boolean }) {
  return (
    <>
      {mayComment && <NewComment formId={formId} />}
      <Loaded query={useQuery(commentsQuery(formId))} lines={2}>
        {(comments) =>
          comments.length === 0 ? (
            <Text size="sm" c="dimmed">
              No comments yet.
            </Text>
          ) : (
            <ul className={classes.notes} aria-label="Comments">
              {comments.map((one) => (
                <Line key={one.id} comment={one} formId={formId} mayRemove={mayComment} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function NewComment({ formId }: { readonly formId: string }) {
  const [text, setText] = useState('');
  const change = useChange({
    run: () => addComment(formId, text.trim()),
    stale: [['form', formId, 'comments']],
    done: () => setText(''),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Textarea
        label="New comment"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {change.error ? <ProblemNote error={change.error} /> : null}
      <Group justify="flex-end" mt={6} mb="sm">
        <Button type="submit" size="xs" variant="default" disabled={!text.trim()} loading={change.isPending}>
          Add comment
        </Button>
      </Group>
    </form>
  );
}

function Line(props: { readonly comment: Comment; readonly formId: string; readonly mayRemove: boolean }) {
  const { comment, formId } = props;
  const remove = useChange({
    run: () => removeComment(formId, comment.id),
    stale: [['form', formId, 'comments']],
  });
  const ask = () =>
    confirm({
      title: 'Delete this comment?',
      text: 'It is gone for everybody, also from the PDF.',
      verb: 'Delete comment',
      onConfirm: () => remove.mutate(),
    });
  const { workflowNoteFrom: from, workflowNoteTo: to } = comment;
  return (
    <li>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Text size="xs" c="dimmed">
          {comment.authorDisplayName || 'Somebody who is no more here'}, <Time iso={comment.createdDateTime} />
        </Text>
        {props.mayRemove && (
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label="Delete this comment" onClick={ask}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      {to && (
        <Badge size="xs" variant="default" tt="none">
          {from ? `${from} → ${to}` : to}
        </Badge>
      )}
      <Text size="sm" className={classes.wrap}>
        {comment.text}
      </Text>
    </li>
  );
}
