import { Button, CopyButton, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconBox, IconCheck, IconCopy, IconCubeOff, IconEyeOff, IconFocus2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../empty.tsx';
import { plural } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import { type ElementDetail, elementQuery } from './element-queries.ts';
import { className, type Elements, nameOf, storeyOf } from './elements.ts';
import { OnDrawings } from './on-drawings.tsx';
import { type Filter, Filtered, Section, type Value } from './property-section.tsx';
import classes from './stage.module.css';
import { isPlaceholder, textOf } from './value-text.ts';

interface PropertiesProps {
  readonly modelId: string;
  /** Version that the element is in. */
  readonly changesetId: string;
  readonly id: string | undefined;
  readonly elements: Elements | undefined;
  readonly onFit: (() => void) | undefined;
  readonly onHide: () => void;
  readonly onIsolate: () => void;
}

/** Everything that is known of the chosen element. */
export function PropertiesPanel({ id, ...props }: PropertiesProps) {
  if (id === undefined) {
    return (
      <Empty
        icon={IconBox}
        title="Nothing is chosen"
        text="Click an element in the picture, or choose one in the structure. Its properties are here then."
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys, also while nothing is in it
    <section className={classes.scroll} key={id} tabIndex={0} aria-label="Properties">
      <Properties {...props} id={id} />
    </section>
  );
}

function Properties({ modelId, changesetId, id, ...props }: PropertiesProps & { readonly id: string }) {
  const query = useQuery(elementQuery(modelId, changesetId, id));
  const [filter, setFilter] = useState(keptFilter);
  const change = (to: Filter) => {
    keptFilter = to;
    setFilter(to);
  };
  return (
    <Loaded query={query}>
      {(element) => (
        <Filtered value={filter}>
          <Head element={element} {...props} />
          <FilterRow filter={filter} onChange={change} empty={placeholdersIn(element)} />
          <General element={element} elements={props.elements} />
          <OnDrawings element={element} />
          {element.propertySets.map((set) => (
            <Section key={`${set.of} ${set.name}`} title={set.name} note={setNote(set)} values={valuesOf(set)} />
          ))}
          <Materials element={element} />
          <Classifications element={element} />
          <Section
            title="Attributes"
            closed
            values={Object.entries(element.attributes).map(([name, value]) => [
              name,
              textOf(value, element.attributeUnits?.[name]),
            ])}
          />
        </Filtered>
      )}
    </Loaded>
  );
}

/** It stays from one element to the next. */
let keptFilter: Filter = { text: '', empty: false };

const valuesOf = ({ properties, units }: ElementDetail['propertySets'][number]): Value[] =>
  Object.entries(properties).map(([name, value]) => [name, textOf(value, units?.[name])]);

const placeholdersIn = ({ propertySets }: ElementDetail): number =>
  propertySets.flatMap(valuesOf).filter(([name, text]) => typeof text === 'string' && isPlaceholder(name, text)).length;

function FilterRow(props: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly empty: number;
}) {
  const { filter, onChange, empty } = props;
  return (
    <div className={classes.pad} style={{ paddingTop: 0 }}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Filter properties"
        placeholder="Property, value or set"
        leftSection={<IconSearch size={14} />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      {empty > 0 && (
        <Switch
          size="xs"
          mt={8}
          label={`Show ${plural(empty, 'property', 'properties')} without a value`}
          checked={filter.empty}
          onChange={(event) => onChange({ ...filter, empty: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

const setNote = ({ of, kind }: ElementDetail['propertySets'][number]): string | undefined =>
  [of === 'type' ? 'of the type' : undefined, kind === 'quantities' ? 'quantities' : undefined]
    .filter(Boolean)
    .join(', ');

function Head(props: { readonly element: ElementDetail } & Pick<PropertiesProps, 'onFit' | 'onHide' | 'onIsolate'>) {
  const { element } = props;
  const small = { size: 'compact-xs', variant: 'default' } as const;
  return (
    <div className={classes.pad}>
      <Text fw={600} component="h2" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {nameOf(element)}
      </Text>
      <Text size="xs" c="dimmed">
        {className(element.class)}
      </Text>
      <Group gap={6} mt="xs">
        {element.box ? (
          <>
            <Button {...small} leftSection={<IconBox size={14} />} disabled={!props.onFit} onClick={props.onFit}>
              Go to it
            </Button>
            <Button {...small} leftSection={<IconEyeOff size={14} />} onClick={props.onHide}>
              Hide
            </Button>
            <Button {...small} leftSection={<IconFocus2 size={14} />} onClick={props.onIsolate}>
              Only this
            </Button>
          </>
        ) : (
          <Group gap={4} c="dimmed">
            <IconCubeOff size={14} aria-hidden />
            <Text size="xs">It has no shape, so it is not in the picture.</Text>
          </Group>
        )}
      </Group>
    </div>
  );
}

function General({ element, elements }: { readonly element: ElementDetail; readonly elements: Elements | undefined }) {
  const { mesh, type } = element;
  const storey = elements && storeyOf(elements, element.id);
  return (
    <Section
      title="General"
      values={[
        ['GlobalId', <Copied key="id" text={element.globalId} />],
        ['Class', element.class],
        ['Type', type && (type.name ?? type.globalId)],
        ['Storey', storey?.name],
        ['Tag', element.tag],
        ['Layers', textOf(element.layers)],
        ['Surface of the shape', mesh && `${measure(mesh.area)} m²`],
        ['Volume of the shape', mesh && `${measure(mesh.volume)} m³`],
      ]}
    />
  );
}

const measure = (value: number): string => Number(value.toPrecision(4)).toString();

const Copied = ({ text }: { readonly text: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <>
        <code>{text}</code>{' '}
        <Button
          size="compact-xs"
          variant="subtle"
          px={4}
          aria-label={copied ? 'Copied' : 'Copy GlobalId'}
          onClick={copy}
          title="Copy"
        >
          {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
        </Button>
      </>
    )}
  </CopyButton>
);

function Materials({ element: { materials } }: { readonly element: ElementDetail }) {
  if (materials.length === 0) return null;
  const values = materials.flatMap((use) =>
    use.materials.map(({ name, thickness, thicknessUnit, fraction, category }): Value => {
      const parts = [
        thickness === undefined ? null : `thickness ${textOf(thickness, thicknessUnit)}`,
        fraction === undefined ? null : `${textOf(100 * fraction)} %`,
        category,
        use.name,
      ];
      return [name ?? 'Without a name', parts.filter(Boolean).join(', ') || use.kind];
    }),
  );
  return <Section title="Materials" values={values} />;
}

function Classifications({ element: { classifications } }: { readonly element: ElementDetail }) {
  if (classifications.length === 0) return null;
  return (
    <Section
      title="Classification"
      values={classifications.map(({ system, code, name }) => [
        system ?? 'Unknown system',
        [code, name].filter(Boolean).join(' '),
      ])}
    />
  );
}
