import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Target } from '../../platform/upload/upload.ts';
import { uploadAll } from '../../platform/upload/uploads.ts';

/** Asks for files, or a whole folder, and begins their upload. */
export function UploadButton(props: {
  readonly target: Target;
  readonly accept?: string;
  readonly folder?: boolean;
  readonly look?: Pick<ButtonProps, 'variant' | 'leftSection' | 'visibleFrom'>;
  readonly children: ReactNode;
}) {
  const forget = useRef<() => void>(null);
  const take = (files: File[]) => {
    uploadAll(files, props.target);
    forget.current?.(); // the same files can be chosen again
  };
  return (
    <FileButton
      multiple
      resetRef={forget}
      {...(props.accept && { accept: props.accept })}
      {...(props.folder && { inputProps: { webkitdirectory: '' } })}
      onChange={take}
    >
      {(button) => (
        <Button {...button} {...props.look}>
          {props.children}
        </Button>
      )}
    </FileButton>
  );
}
