import { Badge, Menu, Switch, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconCamera, IconLink, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../../actions-menu.tsx';
import { useChange } from '../../change.tsx';
import { confirm } from '../../confirm.tsx';
import { Dialog } from '../../dialog.tsx';
import { Empty } from '../../empty.tsx';
import { fieldErrors } from '../../field-errors.ts';
import { FormFoot } from '../../form-foot.tsx';
import { Loaded } from '../../loaded.tsx';
import { Time } from '../../time.tsx';
import { useCopyLink } from '../../use-copy-link.ts';
import { SaveViewButton } from '../save-view-button.tsx';
import classes from '../stage.module.css';
import {
  changeView,
  type NewView,
  removeView,
  type SavedView,
  saveView,
  thumbnailQuery,
  type ViewsOf,
  viewsQuery,
} from './queries.ts';

type Snapshot = Pick<NewView, 'view' | 'extensions' | 'image'>;

interface ViewsProps {
  readonly twinId: string;
  readonly of: ViewsOf;
  readonly open: string | undefined;
  /** The present picture; undefined while there is none. */
  readonly take: (() => Snapshot) | undefined;
  readonly onOpen: (id: string) => void;
  readonly linkOf: (id: string) => string;
}

/** Saved views: to come back to, and to send to others. */
export function ViewsPanel(props: ViewsProps) {
  const { twinId, of, take } = props;
  const query = useQuery(viewsQuery(twinId, of));
  const [snapshot, setSnapshot] = useState<Snapshot>();
  return (
    <div className={`${classes.scroll} ${classes.pad}`}>
      <SaveViewButton take={take && (() => setSnapshot(take()))} />
      <Loaded query={query} lines={3}>
        {(views) =>
          views.length === 0 ? (
            <Empty
              icon={IconCamera}
              title="No views yet"
              text="Turn it, hide what is in the way, cut it open: then save the view to come back to it, or to show it to others."
            />
          ) : (
            <ul className={classes.views}>
              {views.map((view) => (
                <ViewCard key={view.id} saved={view} {...props} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {snapshot && (
        <NameView
          title="Save this view"
          verb="Save"
          of={of}
          image={snapshot.image}
          save={async (values) =>
            void props.onOpen((await saveView({ twinId, ...modelIn(of), ...snapshot, ...values })).id)
          }
          onClose={() => setSnapshot(undefined)}
        />
      )}
    </div>
  );
}

const modelIn = (of: ViewsOf) => ('modelId' in of ? of : {});

function ViewCard({ saved, ...props }: ViewsProps & { readonly saved: SavedView }) {
  const { id, displayName, shared } = saved;
  const thumbnail = useQuery(thumbnailQuery(saved));
  const [editing, edit] = useDisclosure(false);
  return (
    <li className={classes.view} data-chosen={id === props.open || undefined}>
      <UnstyledButton display="block" w="100%" aria-label={`Open ${displayName}`} onClick={() => props.onOpen(id)}>
        {thumbnail.data ? (
          <img className={classes.picture} src={thumbnail.data} alt="" />
        ) : (
          <span className={classes.picture} />
        )}
      </UnstyledButton>
      <div className={classes.viewFoot}>
        <div className={classes.what}>
          <div title={displayName}>{displayName}</div>
          <Text size="xs" c="dimmed" component="div">
            <Time iso={saved.creationTime} />
          </Text>
        </div>
        {shared && <SharedSign />}
        <ViewMenu saved={saved} of={props.of} link={props.linkOf(id)} onEdit={edit.open} />
      </div>
      {editing && (
        <NameView
          title={`Change ${displayName}`}
          verb="Save"
          of={props.of}
          initial={{ displayName, shared }}
          save={(values) => changeView(id, values)}
          onClose={edit.close}
        />
      )}
    </li>
  );
}

const SharedSign = () => (
  <Badge size="xs" variant="light" px={4} title="Shared with who has access to the twin" role="img" aria-label="Shared">
    <IconUsers size={11} />
  </Badge>
);

function ViewMenu(props: {
  readonly saved: SavedView;
  readonly of: ViewsOf;
  readonly link: string;
  readonly onEdit: () => void;
}) {
  const { id, displayName, shared } = props.saved;
  const copyLink = useCopyLink();
  const remove = useChange({
    run: () => removeView(id),
    stale: [['views']],
    says: () => `${displayName} is deleted.`,
  });
  const copy = () => {
    const who = shared ? 'Who has access to the twin can open it.' : 'Only you can open it; share it first.';
    copyLink(props.link, `The link is copied. ${who}`);
  };
  const ask = () =>
    confirm({
      title: `Delete ${displayName}?`,
      text: 'Links to it will lead nowhere. What it shows stays as it is.',
      verb: 'Delete view',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={displayName} small>
      <Menu.Item leftSection={<IconLink size={15} />} onClick={copy}>
        Copy the link
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={props.onEdit}>
        Rename or share
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={ask}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}

interface Named {
  readonly displayName: string;
  readonly shared: boolean;
}

/** Names of views must not hold these. */
const refused = /[<>&"'.]/;

function NameView(props: {
  readonly title: string;
  readonly verb: string;
  readonly of: ViewsOf;
  readonly initial?: Named;
  readonly image?: string;
  readonly save: (values: Named) => Promise<void>;
  readonly onClose: () => void;
}) {
  const form = useForm<Named>({
    initialValues: props.initial ?? { displayName: '', shared: true },
    validate: {
      displayName: (name) => {
        if (name.trim() === '') return 'Give it a name.';
        return refused.test(name) ? 'Leave out < > & " \' and full stops: a name may not hold them.' : null;
      },
    },
  });
  const change = useChange({
    run: props.save,
    stale: [['views'], ['view']],
    done: props.onClose,
    quiet: true,
  });
  const submit = (values: Named) =>
    change.mutate(
      { ...values, displayName: values.displayName.trim() },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <form onSubmit={form.onSubmit(submit)}>
        {props.image && <img className={classes.picture} src={props.image} alt="What is saved" />}
        <TextInput
          label="Name"
          required
          mt="sm"
          maxLength={255}
          data-autofocus
          {...form.getInputProps('displayName')}
        />
        <Switch
          my="md"
          label="Shared"
          description="Everybody with access to the twin sees it; otherwise only you."
          {...form.getInputProps('shared', { type: 'checkbox' })}
        />
        <FormFoot change={change} verb={props.verb} onCancel={props.onClose} />
      </form>
    </Dialog>
  );
}
