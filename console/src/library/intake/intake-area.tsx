import { Button, FileButton } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { foldersOf } from '../../platform/upload/dropped.ts';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import { useDropTarget } from '../../ui/upload/drop-target.ts';
import classes from '../library.module.css';
import { bundlesOf } from './bundle.ts';
import { takeIn } from './intakes.ts';
import type { Common } from './run.ts';

const take = (files: readonly File[], common: Common): void =>
  takeIn(
    bundlesOf(files, (file) => foldersOf(file).join('/')),
    common,
  );

/** A page of the library that makes components of what is dropped onto it. */
export function IntakeArea(props: {
  /** Undefined: files are not taken. */
  readonly common: Common | undefined;
  readonly into: string;
  readonly children: ReactNode;
}) {
  const { common } = props;
  const refusal = common
    ? 'Drop the files onto the list of components.'
    : 'You may not add components to the library. The page Rights says who can change that.';
  useDropTarget('page', { refusal });
  return (
    <DropArea
      className={classes.drop ?? ''}
      disabled={common === undefined}
      says={`Drop to make components in ${props.into}`}
      onFiles={(files) => common && take(files, common)}
    >
      {props.children}
    </DropArea>
  );
}

/** Asks for files, or a whole folder, and makes components of them. */
export function IntakeButtons({ common }: { readonly common: Common }) {
  return (
    <>
      <ChooseButton common={common} folder>
        Upload a folder
      </ChooseButton>
      <ChooseButton common={common}>Upload files</ChooseButton>
    </>
  );
}

function ChooseButton(props: { readonly common: Common; readonly folder?: boolean; readonly children: string }) {
  const forget = useRef<() => void>(null);
  const Sign = props.folder ? IconFolder : IconUpload;
  return (
    <FileButton
      multiple
      resetRef={forget}
      {...(props.folder && { inputProps: { webkitdirectory: '' } })}
      onChange={(files) => {
        take(files, props.common);
        forget.current?.(); // the same files can be chosen again
      }}
    >
      {(button) => (
        <Button
          {...button}
          leftSection={<Sign size={16} />}
          {...(props.folder && { variant: 'default', visibleFrom: 'sm' })}
        >
          {props.children}
        </Button>
      )}
    </FileButton>
  );
}
