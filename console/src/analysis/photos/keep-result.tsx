import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilePlus } from '@tabler/icons-react';
import { NameDialog } from '../../ui/name-dialog.tsx';
import type { Analysis } from '../analysis.ts';
import type { OpenScene } from '../contents.ts';
import classes from './photos.module.css';
import { keepAsResult } from './store.ts';
import type { ReviewControl } from './use-review.ts';

/** What was not rejected becomes data of its own, for further analyses and other programs. */
export function KeepResult(props: {
  readonly analysis: Analysis;
  readonly twinId: string;
  readonly open: OpenScene;
  readonly control: ReviewControl;
}) {
  const { analysis, twinId, open, control } = props;
  const [naming, name] = useDisclosure(false);
  return (
    <div className={classes.card}>
      <Button size="xs" variant="default" fullWidth leftSection={<IconFilePlus size={15} />} onClick={name.open}>
        Keep without the rejected
      </Button>
      {naming && (
        <NameDialog
          title="Keep without the rejected"
          verb="Keep"
          initial={`${analysis.name ?? 'Result'}, reviewed`}
          save={async (displayName) => {
            if (!(await control.save())) throw new Error('What you said could not be saved. Try again.');
            await keepAsResult(open, control.review, { twinId, displayName });
          }}
          stale={[['reality', twinId]]}
          onClose={name.close}
        />
      )}
    </div>
  );
}
