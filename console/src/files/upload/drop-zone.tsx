import type { ReactNode } from 'react';
import { showProblem } from '../../ui/change.tsx';
import { DropArea } from './drop-area.tsx';
import { type Target, uploadAll } from './dropped.ts';

/** A folder where files and folders can be dropped. */
export const DropZone = ({
  target,
  disabled,
  children,
}: {
  readonly target: Target;
  readonly disabled: boolean;
  readonly children: ReactNode;
}) => (
  <DropArea
    disabled={disabled}
    says={`Drop to upload into ${target.place || 'the top folder'}`}
    onFiles={(files) => void uploadAll(files, target).catch(showProblem)}
  >
    {children}
  </DropArea>
);
