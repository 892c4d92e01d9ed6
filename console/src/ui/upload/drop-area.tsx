import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { filesOf } from '../../platform/upload/dropped.ts';
import { showProblem } from '../change.tsx';
import classes from './upload.module.css';

/** A place where files and folders can be dropped. */
export function DropArea(props: {
  readonly disabled?: boolean;
  /** What a drop does, while something is held over it. */
  readonly says: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const isFor = ({ dataTransfer, currentTarget, target }: DragEvent) =>
    !props.disabled &&
    dataTransfer.types.includes('Files') &&
    currentTarget.contains(target instanceof Node ? target : null); // not what is held over a dialog in front of it
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button beside it does the same by keyboard
    <div
      className={props.className}
      data-drop
      onDragEnter={(event) => {
        if (!isFor(event)) return;
        event.preventDefault();
        depth.current++;
        setOver(true);
      }}
      onDragOver={(event) => isFor(event) && event.preventDefault()}
      onDragLeave={() => {
        if (--depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (!isFor(event)) return;
        event.preventDefault();
        leave();
        filesOf(event.nativeEvent).then(props.onFiles).catch(showProblem);
      }}
    >
      {props.children}
      {over && (
        <div className={classes.over}>
          <IconUpload size={28} stroke={1.5} />
          {props.says}
        </div>
      )}
    </div>
  );
}
