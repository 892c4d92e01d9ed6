import { Button, CopyButton, Group, Text } from '@mantine/core';
import { IconBox, IconCheck, IconCopy, IconCubeOff, IconEyeOff, IconFocus2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { Empty } from '../empty.tsx';
import { Loaded } from '../loaded.tsx';
import { type ElementDetail, elementQuery } from './element-queries.ts';
import { className, type Elements, nameOf, storeyOf } from './elements.ts';
import classes from './stage.module.css';
import { textOf } from './value-text.ts';

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
  return (
    <Loaded query={query}>
      {(element) => (
        <>
          <Head element={element} {...props} />
          <General element={element} elements={props.elements} />
          {element.propertySets.map((set) => (
            <Section key={`${set.of} ${set.name}`} title={set.name} note={setNote(set)}>
              <Values values={Object.entries(set.properties)} />
            </Section>
          ))}
          <Materials element={element} />
          <Classifications element={element} />
          <Section title="Attributes" closed>
            <Values values={Object.entries(element.attributes)} />
          </Section>
        </>
      )}
    </Loaded>
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
    <Section title="General">
      <Values
        values={[
          ['GlobalId', <Copied key="id" text={element.globalId} />],
          ['Class', element.class],
          ['Type', type && (type.name ?? type.globalId)],
          ['Storey', storey?.name],
          ['Tag', element.tag],
          ['Layers', element.layers],
          ['Surface of the shape', mesh && `${measure(mesh.area)} m²`],
          ['Volume of the shape', mesh && `${measure(mesh.volume)} m³`],
        ]}
      />
    </Section>
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
  return (
    <Section title="Materials">
      {materials.map((use, n) => (
        <Values
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order
          key={n}
          values={use.materials.map(({ name, thickness, fraction, category }) => [
            name ?? 'Without a name',
            [
              thickness === undefined ? null : `thickness ${textOf(thickness)}`,
              fraction === undefined ? null : `${textOf(100 * fraction)} %`,
              category,
              use.name,
            ]
              .filter(Boolean)
              .join(', ') || use.kind,
          ])}
        />
      ))}
    </Section>
  );
}

function Classifications({ element: { classifications } }: { readonly element: ElementDetail }) {
  if (classifications.length === 0) return null;
  return (
    <Section title="Classification">
      <Values
        values={classifications.map(({ system, code, name }) => [
          system ?? 'Unknown system',
          [code, name].filter(Boolean).join(' '),
        ])}
      />
    </Section>
  );
}

const Section = (props: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly closed?: boolean;
  readonly children: ReactNode;
}) => (
  <details className={classes.group} open={!props.closed}>
    <summary>
      {props.title}
      {props.note && (
        <Text span size="xs" c="dimmed">
          {' '}
          {props.note}
        </Text>
      )}
    </summary>
    <div>{props.children}</div>
  </details>
);

/** Names with values; what is empty is left out. */
function Values({ values }: { readonly values: readonly (readonly [name: string, value: unknown])[] }) {
  const shown = values.filter(([, value]) => isElement(value) || textOf(value) !== '');
  if (shown.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        Nothing is given.
      </Text>
    );
  }
  return (
    <dl className={classes.values}>
      {shown.map(([name, value], n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice, and never change their order
        <div key={n}>
          <dt>{name}</dt>
          <dd>{isElement(value) ? value : textOf(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const isElement = (value: unknown): value is ReactElement => isValidElement(value);
