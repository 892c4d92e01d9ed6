import { ActionIcon, Button, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { IconFocusCentered, IconMapPin, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../platform/problem.ts';
import { myPermissionsQuery } from '../../../twins/queries.ts';
import { Empty } from '../../../ui/empty.tsx';
import { plural } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/forms/status-badge.tsx';
import type { FormSummary } from '../../../ui/forms/types.ts';
import { ListFoot } from '../../../ui/list-foot.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import stageClasses from '../../../ui/stage/stage.module.css';
import type { Changeset, Model } from '../../queries.ts';
import type { Scene } from '../use-scene.ts';
import classes from './issues.module.css';
import { type Snapshot, snapshotOf } from './make-issue.ts';
import { NewIssue } from './new-issue.tsx';
import type { Issues } from './use-issues.ts';

interface PanelProps {
  readonly model: Model;
  readonly shown: Changeset;
  readonly scene: Scene;
  readonly issues: Issues;
}

/** The forms that are about the model, and the way to a new one. */
export function IssuesPanel({ model, shown, scene, issues }: PanelProps) {
  const mine = useQuery(myPermissionsQuery(model.twinId)).data;
  const may = (...names: readonly string[]) => names.some((name) => mine?.has(`Forms_${name}`));
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const { query, list, pins } = issues;
  if (query.error instanceof Problem && query.error.status === 403) {
    return (
      <div className={stageClasses.pad}>
        <Text size="sm" c="dimmed">
          You may not see the forms of this twin.
        </Text>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys, also while nothing is in it
    <section className={`${stageClasses.scroll} ${stageClasses.pad}`} tabIndex={0} aria-label="Issues">
      {may('CreateAccess', 'FullAccess') && (
        <Button
          fullWidth
          size="xs"
          mb="sm"
          variant="light"
          leftSection={<IconPlus size={16} />}
          disabled={!scene.stage}
          onClick={() => setSnapshot(snapshotOf(shown, scene))}
        >
          {scene.choice.id ? 'New issue at the chosen element' : 'New issue here'}
        </Button>
      )}
      <SegmentedControl
        fullWidth
        size="xs"
        mb="xs"
        aria-label="Which issues"
        value={issues.state}
        onChange={issues.setState}
        data={[
          { value: 'Open', label: 'Open' },
          { value: 'Closed', label: 'Closed' },
          { value: 'all', label: 'All' },
        ]}
      />
      <Loaded query={query} lines={3}>
        {(forms) =>
          forms.length === 0 ? (
            <Empty
              icon={IconMapPin}
              title="No issues here"
              text="Choose an element, or just stand where something is wrong, and make an issue of it."
            />
          ) : (
            <>
              <ul className={classes.list}>
                {list.shown.map((form) => (
                  <Line key={form.id} form={form} issues={issues} />
                ))}
              </ul>
              <ListFoot list={list} of="issue" many="issues" />
              {pins.length >= issues.mostPins && (
                <Text size="xs" c="dimmed">
                  {plural(pins.length, 'pin')} of the newest are in the picture.
                </Text>
              )}
            </>
          )
        }
      </Loaded>
      {snapshot && (
        <NewIssue
          model={model}
          snapshot={snapshot}
          mayManage={may('FullAccess') ?? false}
          onMade={(form) => {
            setSnapshot(undefined);
            issues.show(form);
          }}
          onClose={() => setSnapshot(undefined)}
        />
      )}
    </section>
  );
}

function Line({ form, issues }: { readonly form: FormSummary; readonly issues: Issues }) {
  const name = `${form.number} ${form.subject ?? ''}`;
  return (
    <li className={classes.issue} data-chosen={form.id === issues.chosen || undefined}>
      <div className={classes.about}>
        <UnstyledButton fz="sm" fw={500} onClick={() => void issues.open(form)}>
          {form.subject || form.number}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {[form.number, form.type, form.assignee?.displayName].filter(Boolean).join(' · ')}
        </Text>
        <StatusBadge form={form} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Show ${name} in the picture`}
        onClick={() => issues.show(form)}
      >
        <IconFocusCentered size={17} />
      </ActionIcon>
    </li>
  );
}
