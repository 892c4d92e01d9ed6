import { isoTime } from '../../std/iso-time.ts';
import { guidIn } from './guid.ts';
import { child, childrenOf, element, textNode, textOf, type XmlNode } from './xml.ts';

/*
 * What other programs write, and what version 2.1 allows, in the way that the schemas of version 3.0 demand. What conforms
 * already stays as it is.
 */

const globalId = /^[0-9A-Za-z_$]{22}$/;
export const isGlobalId = (text: string | undefined): text is string => text !== undefined && globalId.test(text);

const timeForm = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** An instant as the schema writes it; undefined for what is none. */
export function timeIn(text: string | undefined): string | undefined {
  const given = text?.trim() ?? '';
  if (timeForm.test(given)) return given;
  const time = given === '' ? Number.NaN : Date.parse(given);
  return Number.isNaN(time) ? undefined : isoTime(time);
}

const noTime = '1970-01-01T00:00:00Z';
export const timeOr = (text: string | undefined): string => timeIn(text) ?? noTime;

type Attributes = XmlNode['attributes'];

/** Only what is there. */
const some = (attributes: Readonly<Record<string, string | undefined>>): Attributes =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Version 2.1 writes it in lower case. */
const externalIn = ({ IsExternal, isExternal }: Attributes): string | undefined => IsExternal ?? isExternal;

/** A `File` of a header. */
export function fileNode(node: XmlNode): XmlNode {
  const { IfcProject, IfcSpatialStructureElement } = node.attributes;
  const parts = [
    textNode('Filename', textOf(node, 'Filename')),
    textNode('Date', timeIn(textOf(node, 'Date'))),
    textNode('Reference', textOf(node, 'Reference')),
  ];
  const attributes = {
    IfcProject: isGlobalId(IfcProject) ? IfcProject : undefined,
    IfcSpatialStructureElement: isGlobalId(IfcSpatialStructureElement) ? IfcSpatialStructureElement : undefined,
    IsExternal: externalIn(node.attributes),
  };
  return element('File', parts, some(attributes));
}

/** An element that a topic keeps; undefined where nothing of it can be kept. */
export function keptNode(node: XmlNode): XmlNode | undefined {
  switch (node.name) {
    case 'BimSnippet':
      return snippetNode(node);
    case 'Index':
      return /^\s*[+-]?\d{1,9}\s*$/.test(node.text) ? node : undefined;
    case 'ReferenceLinks':
      return listNode(node, (one) => textNode(one.name, one.text));
    case 'RelatedTopics':
      return listNode(node, ({ name, attributes }) => {
        const Guid = guidIn(attributes.Guid);
        return Guid === undefined ? undefined : element(name, [], { Guid });
      });
    default:
      return node;
  }
}

function listNode(node: XmlNode, change: (one: XmlNode) => XmlNode | undefined): XmlNode | undefined {
  const children = node.children.flatMap((one) => change(one) ?? []);
  return children.length > 0 ? { ...node, children } : undefined;
}

function snippetNode(node: XmlNode): XmlNode | undefined {
  const reference = textOf(node, 'Reference');
  if (reference === undefined) return undefined;
  const parts = [
    textNode('Reference', reference),
    textNode('ReferenceSchema', textOf(node, 'ReferenceSchema') ?? 'unknown'),
  ];
  const { SnippetType = 'unknown' } = node.attributes;
  return element('BimSnippet', parts, some({ SnippetType, IsExternal: externalIn(node.attributes) }));
}

/** Who an element belongs to that has no GlobalId. */
export const ownSystem = 'Twin Platform';

/** A component by its GlobalId; what is no GlobalId is an id of ours. */
export const componentOf = (id: string): XmlNode =>
  isGlobalId(id)
    ? element('Component', [], { IfcGuid: id })
    : element('Component', [textNode('OriginatingSystem', ownSystem), textNode('AuthoringToolId', id)]);

/** The id behind a component: what other programs call it by themselves says nothing here. */
export const idOf = (node: XmlNode): string | undefined =>
  node.attributes.IfcGuid ??
  (textOf(node, 'OriginatingSystem') === ownSystem ? textOf(node, 'AuthoringToolId') : undefined);

const componentsIn = (node: XmlNode | undefined): XmlNode[] =>
  childrenOf(node, 'Component').map((one) => {
    const { IfcGuid } = one.attributes;
    const authored = textNode(
      'AuthoringToolId',
      textOf(one, 'AuthoringToolId') ?? (isGlobalId(IfcGuid) ? '' : IfcGuid),
    );
    const parts = [textNode('OriginatingSystem', textOf(one, 'OriginatingSystem')), authored];
    return element('Component', parts, isGlobalId(IfcGuid) ? { IfcGuid } : {});
  });

const hintNames = ['SpacesVisible', 'SpaceBoundariesVisible', 'OpeningsVisible'];

/** The `Components` of a viewpoint; version 2.1 has the hints beside the visibility. */
export function componentsNode(node: XmlNode): XmlNode {
  const visibility = child(node, 'Visibility');
  const hints = child(node, 'ViewSetupHints') ?? child(visibility, 'ViewSetupHints');
  const exceptions = componentsIn(child(visibility, 'Exceptions'));
  const selected = componentsIn(child(node, 'Selection'));
  const colours = childrenOf(child(node, 'Coloring'), 'Color').flatMap(colourNode);
  return element('Components', [
    selected.length > 0 ? element('Selection', selected) : undefined,
    element(
      'Visibility',
      [
        hints &&
          element('ViewSetupHints', [], some(Object.fromEntries(hintNames.map((one) => [one, hints.attributes[one]])))),
        exceptions.length > 0 ? element('Exceptions', exceptions) : undefined,
      ],
      { DefaultVisibility: visibility === undefined ? 'true' : visibility.attributes.DefaultVisibility },
    ),
    colours.length > 0 ? element('Coloring', colours) : undefined,
  ]);
}

function colourNode(node: XmlNode): XmlNode[] {
  const { Color } = node.attributes;
  const components = componentsIn(child(node, 'Components') ?? node);
  if (components.length === 0 || Color === undefined || !/^([0-9A-Fa-f]{2}){3,4}$/.test(Color)) return [];
  return [element('Color', [element('Components', components)], { Color })];
}
