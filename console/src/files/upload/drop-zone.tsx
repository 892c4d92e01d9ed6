import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { showProblem } from '../../ui/change.tsx';
import classes from '../files.module.css';
import { filesOf, type Target, uploadAll } from './dropped.ts';

/** A place where files and folders can be dropped. */
export function DropZone({
  target,
  disabled,
  children,
}: {
  readonly target: Target;
  readonly disabled: boolean;
  readonly children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const carriesFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files');
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons above do the same by keyboard
    <div
      className={classes.zone}
      data-drop
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current++;
        setOver(true);
      }}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDragLeave={() => {
        if (--depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        leave();
        filesOf(event.nativeEvent)
          .then((files) => uploadAll(files, target))
          .catch(showProblem);
      }}
    >
      {children}
      {over && (
        <div className={classes.over}>
          <IconUpload size={28} stroke={1.5} />
          Drop to upload into {target.place || 'the top folder'}
        </div>
      )}
    </div>
  );
}
