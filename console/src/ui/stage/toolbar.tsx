import { ActionIcon, Menu, Paper, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconBox,
  IconCheck,
  IconEye,
  IconFocusCentered,
  IconKeyboard,
  IconLink,
  IconPalette,
  IconRotate3d,
  IconRuler2,
  IconSection,
  IconWalk,
} from '@tabler/icons-react';
import { type ColourBy, propertyIn } from './colours.ts';
import classes from './stage.module.css';
import type { Tool } from './stage-view.tsx';

export interface Colours {
  readonly colourBy: ColourBy | undefined;
  readonly setColourBy: (by: ColourBy | undefined) => void;
}

export interface Tools {
  readonly tool: Tool;
  readonly setTool: (tool: Tool) => void;
  readonly walking: boolean;
  readonly walk: (on: boolean) => void;
  readonly sectioning: boolean;
  readonly setSectioning: (on: boolean) => void;
  readonly colours: Colours | undefined;
  readonly fit: () => void;
  readonly fitChosen: (() => void) | undefined;
  readonly showAll: (() => void) | undefined;
  readonly copyLink: () => void;
  readonly listKeys: () => void;
}

/** What can be done with the picture. */
export function Toolbar({ tools }: { readonly tools: Tools }) {
  const { tool, walking, sectioning } = tools;
  return (
    <Paper className={classes.bar} withBorder shadow="sm" role="toolbar" aria-label="3D view">
      <Act icon={IconRotate3d} label="Turn about the model" pressed={!walking} onClick={() => tools.walk(false)} />
      <Act
        icon={IconWalk}
        label="Walk through it (W A S D, Q and E for down and up, drag to look around)"
        pressed={walking}
        onClick={() => tools.walk(true)}
      />
      <Act icon={IconFocusCentered} label="Show everything (F)" onClick={tools.fit} />
      <Act icon={IconBox} label="Go to what is chosen (G)" disabled={!tools.fitChosen} onClick={tools.fitChosen} />
      <span className={classes.rule} />
      <Act
        icon={IconSection}
        label="Section box"
        pressed={sectioning}
        onClick={() => tools.setSectioning(!sectioning)}
      />
      <Act
        icon={IconRuler2}
        label="Measure"
        pressed={tool === 'measure'}
        onClick={() => tools.setTool(tool === 'measure' ? 'pick' : 'measure')}
      />
      {tools.colours && <ColourMenu {...tools.colours} />}
      <Act icon={IconEye} label="Show what is hidden" disabled={!tools.showAll} onClick={tools.showAll} />
      <span className={classes.rule} />
      <Act icon={IconLink} label="Copy a link to this" onClick={tools.copyLink} />
      <Act icon={IconKeyboard} label="Keys (?)" onClick={tools.listKeys} />
    </Paper>
  );
}

function ColourMenu({ colourBy, setColourBy }: Colours) {
  const entry = (by: ColourBy | undefined, label: string) => (
    <Menu.Item
      onClick={() => setColourBy(by)}
      aria-current={colourBy === by}
      rightSection={colourBy === by && <IconCheck size={15} />}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon
          variant={colourBy ? 'light' : 'subtle'}
          color={colourBy ? 'teal' : 'gray'}
          size="lg"
          aria-label="Colour by"
          title="Colour by"
        >
          <IconPalette size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entry(undefined, 'Own colours')}
        {entry('class', 'Colour by class')}
        {entry('storey', 'Colour by storey')}
        {entry(propertyIn(colourBy) === undefined ? 'property:' : colourBy, 'Colour by property')}
      </Menu.Dropdown>
    </Menu>
  );
}

function Act(props: {
  readonly icon: Icon;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: (() => void) | undefined;
}) {
  const { icon: Sign, label, pressed } = props;
  return (
    <Tooltip label={label} openDelay={400} maw={260} multiline>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'teal' : 'gray'}
        size="lg"
        aria-label={label}
        aria-pressed={pressed}
        disabled={props.disabled ?? false}
        onClick={props.onClick}
      >
        <Sign size={19} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
