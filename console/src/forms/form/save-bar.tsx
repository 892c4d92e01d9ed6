import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { plural } from '../../ui/format.ts';
import classes from './form.module.css';
import type { FormWork } from './use-form.ts';

/** What is not saved yet, and what to do with it. */
export function SaveBar({ work }: { readonly work: FormWork }) {
  const { changed, faults, change, isStale } = work;
  if (changed.length === 0) return null;
  const wrong = changed.some((target) =>
    [...faults.keys()].some((one) => one === target || one.startsWith(`${target}[`)),
  );
  return (
    <div className={`surface ${classes.save}`}>
      {isStale && (
        <Alert
          w="100%"
          color="orange"
          variant="light"
          role="alert"
          icon={<IconAlertTriangle size={18} />}
          title="Somebody else has changed this form meanwhile"
        >
          What you have filled in is kept. Look at the newest, then save again.{' '}
          <Button size="compact-xs" variant="default" onClick={() => void work.readAgain()}>
            Show the newest
          </Button>
        </Alert>
      )}
      <Text size="sm" role="status">
        {wrong ? 'Correct what is marked, then save.' : `${plural(changed.length, 'change')} not saved`}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="sm" disabled={change.isPending} onClick={work.forget}>
          Discard
        </Button>
        <Button size="sm" loading={change.isPending} disabled={isStale} onClick={work.save}>
          Save
        </Button>
      </Group>
    </div>
  );
}
