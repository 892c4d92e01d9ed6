import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconCut,
  IconDownload,
  IconLine,
  IconPointer,
  IconSquarePlus,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { Picture } from '../../ui/picture/use-picture.ts';
import classes from '../drawings.module.css';
import type { Tool } from './sheet-picture.tsx';
import type { Review } from './use-review.ts';

const tools = [
  ['look', 'Choose', IconPointer],
  ['symbol', 'Draw a symbol that was missed', IconSquarePlus],
  ['line', 'Draw a line from symbol to symbol', IconLine],
  ['cut', 'Cut a line', IconCut],
] as const;

interface Props {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly mayWrite: boolean;
  readonly review: Pick<Review, 'undo' | 'redo'>;
  readonly picture: RefObject<Picture | null>;
  readonly onDownload: (ending: 'json' | 'png' | 'xml') => void;
  /** More to be saved: items of the menu. */
  readonly tables: ReactNode;
}

export const Toolbar = ({ tool, onTool, mayWrite, review, picture, onDownload, tables }: Props) => (
  <div className={`${classes.bar} surface`} role="toolbar" aria-label="Sheet">
    {(mayWrite ? tools : tools.slice(0, 1)).map(([name, label, Sign]) => (
      <Button key={name} label={label} pressed={tool === name} onClick={() => onTool(name)}>
        <Sign size={18} />
      </Button>
    ))}
    {mayWrite && (
      <>
        <Button label="Undo (Ctrl Z)" disabled={!review.undo} onClick={() => review.undo?.()}>
          <IconArrowBackUp size={18} />
        </Button>
        <Button label="Redo (Ctrl Y)" disabled={!review.redo} onClick={() => review.redo?.()}>
          <IconArrowForwardUp size={18} />
        </Button>
      </>
    )}
    <Button label="Nearer (+)" onClick={() => picture.current?.zoom(1.4)}>
      <IconZoomIn size={18} />
    </Button>
    <Button label="Farther (−)" onClick={() => picture.current?.zoom(1 / 1.4)}>
      <IconZoomOut size={18} />
    </Button>
    <Button label="The whole sheet (F)" onClick={() => picture.current?.fit()}>
      <IconArrowsMaximize size={18} />
    </Button>
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label="Download">
          <IconDownload size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDownload('xml')}>Proteus 4.1 (DEXPI), XML</Menu.Item>
        <Menu.Item onClick={() => onDownload('json')}>What was found, JSON</Menu.Item>
        <Menu.Item onClick={() => onDownload('png')}>The picture, PNG</Menu.Item>
        <Menu.Divider />
        {tables}
      </Menu.Dropdown>
    </Menu>
  </div>
);

const Button = (props: {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <Tooltip label={props.label}>
    <ActionIcon
      variant={props.pressed ? 'light' : 'subtle'}
      color={props.pressed ? 'teal' : 'gray'}
      size={34}
      aria-label={props.label}
      {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  </Tooltip>
);
