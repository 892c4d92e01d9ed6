import { isStandIn } from './visinfo.ts';
import { child, childrenOf, element, textNode, textOf, type XmlNode } from './xml.ts';

/*
 * What is written as 3.0 in the form of 2.1, which most programs read. Lists have no elements around them, comments and
 * viewpoints stand beside the topic, and documents are named by where they lie.
 */

/** Where the files of a topic are. */
export interface Places {
  /** Viewpoints and pictures, by the guid of the viewpoint. */
  viewpoint(guid: string): string;
  snapshot(guid: string): string | undefined;
  /** Documents by their guid, from the folder of the topic on. */
  document(guid: string): string;
}

const topicOrder = [
  'ReferenceLink',
  'Title',
  'Priority',
  'Index',
  'Labels',
  'CreationDate',
  'CreationAuthor',
  'ModifiedDate',
  'ModifiedAuthor',
  'DueDate',
  'AssignedTo',
  'Stage',
  'Description',
  'BimSnippet',
  'DocumentReference',
  'RelatedTopic',
];
const inOrder = (nodes: readonly XmlNode[], order: readonly string[]): readonly XmlNode[] =>
  nodes.toSorted((a, b) => placeIn(order, a) - placeIn(order, b));
const placeIn = (order: readonly string[], { name }: XmlNode): number =>
  order.includes(name) ? order.indexOf(name) : order.length;

/** A Markup of 2.1. */
export function markupOf21(markup: XmlNode, places: Places): XmlNode {
  const topic = child(markup, 'Topic');
  const files = childrenOf(child(child(markup, 'Header'), 'Files'), 'File').map(external);
  return element('Markup', [
    files.length > 0 ? element('Header', files) : undefined,
    topic &&
      element(
        'Topic',
        inOrder(
          topic.children.flatMap((one) => partOf(one, places)),
          topicOrder,
        ),
        topic.attributes,
      ),
    ...childrenOf(child(topic, 'Comments'), 'Comment').map(withText),
    ...childrenOf(child(topic, 'Viewpoints'), 'ViewPoint').map((one) => viewpointOf(one, places)),
  ]);
}

function partOf(node: XmlNode, places: Places): readonly XmlNode[] {
  switch (node.name) {
    case 'ReferenceLinks':
    case 'RelatedTopics':
      return node.children;
    case 'Labels':
      return node.children.flatMap(({ text }) => textNode('Labels', text) ?? []);
    case 'DocumentReferences':
      return node.children.map((one) => referenceOf(one, places));
    case 'BimSnippet':
      return [external(node)];
    case 'Comments':
    case 'Viewpoints':
      return [];
    default:
      return [node];
  }
}

/** 2.1 writes it in lower case. */
function external(node: XmlNode): XmlNode {
  const { IsExternal, ...attributes } = node.attributes;
  return { ...node, attributes: IsExternal === undefined ? attributes : { ...attributes, isExternal: IsExternal } };
}

function referenceOf(node: XmlNode, places: Places): XmlNode {
  const url = textOf(node, 'Url');
  const document = url ?? places.document(textOf(node, 'DocumentGuid') ?? '');
  const parts = [textNode('ReferencedDocument', document), textNode('Description', textOf(node, 'Description'))];
  return element('DocumentReference', parts, { ...node.attributes, isExternal: String(url !== undefined) });
}

/** 2.1 demands a text. */
function withText(node: XmlNode): XmlNode {
  if (child(node, 'Comment') !== undefined) return node;
  const at = node.children.findIndex(({ name }) => name === 'Author') + 1;
  return { ...node, children: node.children.toSpliced(at, 0, element('Comment')) };
}

function viewpointOf({ attributes }: XmlNode, places: Places): XmlNode {
  const { Guid = '' } = attributes;
  const parts = [textNode('Viewpoint', places.viewpoint(Guid)), textNode('Snapshot', places.snapshot(Guid))];
  return element('Viewpoints', parts, { Guid });
}

/** Fields of view that the schema of 2.1 has room for, in degrees. */
const [narrowest, widest] = [45, 60];

/** A VisualizationInfo of 2.1, which needs no camera. */
export function visinfoOf21(node: XmlNode): XmlNode {
  return {
    ...node,
    children: node.children.flatMap((one) => {
      if (one.name === 'Components') return [componentsOf(one)];
      if (one.name === 'Bitmaps') return one.children.map(bitmapOf);
      if (isStandIn(one)) return [];
      return [/Camera$/.test(one.name) ? cameraOf(one) : one];
    }),
  };
}

function componentsOf(node: XmlNode): XmlNode {
  const visibility = child(node, 'Visibility');
  const colors = childrenOf(child(node, 'Coloring'), 'Color');
  return element('Components', [
    child(visibility, 'ViewSetupHints'),
    child(node, 'Selection'),
    visibility && { ...visibility, children: childrenOf(visibility, 'Exceptions') },
    colors.length > 0
      ? element(
          'Coloring',
          colors.map((one) => ({ ...one, children: child(one, 'Components')?.children ?? [] })),
        )
      : undefined,
  ]);
}

function cameraOf(node: XmlNode): XmlNode {
  const children = node.children.flatMap((one) => {
    if (one.name === 'AspectRatio') return [];
    if (one.name !== 'FieldOfView') return [one];
    const angle = Math.min(widest, Math.max(narrowest, Number(one.text)));
    return textNode('FieldOfView', String(angle)) ?? [];
  });
  return { ...node, children };
}

const bitmapOf = (node: XmlNode): XmlNode => ({
  ...node,
  children: node.children.map((one) =>
    one.name === 'Format' ? { ...one, name: 'Bitmap', text: one.text.trim().toUpperCase() } : one,
  ),
});
