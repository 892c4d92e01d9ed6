import { Portal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { dropped } from '../../platform/drop/handed.ts';
import { filesOf } from '../../platform/upload/dropped.ts';
import { showProblem } from '../../ui/change.tsx';
import { dropTarget } from '../../ui/upload/drop-target.ts';
import classes from '../../ui/upload/upload.module.css';

/** Takes files that are dropped anywhere into what is shown, and tells so while they are held over the page. */
export function PageDrops() {
  const [says, say] = useState<string>();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('dragover', (event) => say(saidOf(event)), { signal });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && say(undefined), { signal });
    window.addEventListener(
      'drop',
      (event) => {
        say(undefined);
        take(event);
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
  if (says === undefined) return null;
  return (
    <Portal>
      <div className={classes.pageDrop}>
        <IconUpload size={28} stroke={1.5} />
        {says}
      </div>
    </Portal>
  );
}

function saidOf(event: DragEvent): string | undefined {
  if (!hasFiles(event) || isTaken(event)) return undefined;
  const where = refusalNow() ?? dropTarget();
  return 'refusal' in where ? where.refusal : `Drop to upload into ${where.target.place || 'the top folder'}`;
}

function take(event: DragEvent): void {
  if (!hasFiles(event) || isTaken(event)) return;
  const where = refusalNow() ?? dropTarget();
  if ('refusal' in where) notifications.show({ message: where.refusal, color: 'orange' });
  else
    filesOf(event)
      .then((files) => files.length > 0 && dropped.set({ files, target: where.target }))
      .catch(showProblem);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** It is over a place with a drop of its own, as in a dialog. */
const isTaken = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('[data-drop]') !== null;

/** What is asked in a dialog may be about something else. */
const refusalNow = () =>
  document.querySelector('[aria-modal=true]') ? { refusal: 'Close the dialog first, then drop the files.' } : undefined;
