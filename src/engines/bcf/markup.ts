import { fileNode, keptNode, timeIn, timeOr } from './conform.ts';
import { guidFor, guidIn } from './guid.ts';
import type { BcfComment, BcfKept, BcfTopic } from './params.ts';
import { child, childrenOf, element, textNode, textOf, type XmlNode } from './xml.ts';

/** What a markup names, before its files have been read. */
export interface Markup {
  readonly topic: Omit<BcfTopic, 'viewpoints' | 'documents' | 'files'>;
  readonly viewpoints: readonly {
    readonly guid: string;
    readonly file: string | undefined;
    readonly snapshot: string | undefined;
  }[];
  readonly documents: readonly NamedDocument[];
}

export interface NamedDocument {
  readonly guid: string;
  readonly description: string | undefined;
  /** Of version 3.0: its guid in documents.xml. */
  readonly documentGuid?: string | undefined;
  /** Of version 2.1: where it is in the file. */
  readonly path?: string | undefined;
}

/** Elements of a topic that have members of their own; both versions. */
const known = new Set([
  'Title',
  'Priority',
  'Labels',
  'CreationDate',
  'CreationAuthor',
  'ModifiedDate',
  'ModifiedAuthor',
  'DueDate',
  'AssignedTo',
  'Stage',
  'Description',
  'DocumentReferences',
  'DocumentReference',
  'Comments',
  'Viewpoints',
]);
const ownAttributes = new Set(['Guid', 'TopicType', 'TopicStatus']);

/** Reads a Markup of version 2.1 or 3.0. Throws, with a reason, for one that is none. */
export function readMarkup(root: XmlNode): Markup {
  const topic = child(root, 'Topic');
  const guid = guidIn(topic?.attributes.Guid);
  const title = textOf(topic, 'Title');
  if (root.name !== 'Markup' || topic === undefined || guid === undefined)
    throw new Error('it has no topic with a Guid');
  const files = [
    ...childrenOf(child(root, 'Header'), 'File'),
    ...childrenOf(child(child(root, 'Header'), 'Files'), 'File'),
  ];
  const viewpoints = [...childrenOf(child(topic, 'Viewpoints'), 'ViewPoint'), ...childrenOf(root, 'Viewpoints')];
  return {
    topic: {
      guid,
      title: title ?? 'Without a title',
      type: topic.attributes.TopicType ?? '',
      status: topic.attributes.TopicStatus ?? '',
      priority: textOf(topic, 'Priority'),
      labels: labelsOf(topic),
      creationDate: textOf(topic, 'CreationDate') ?? '',
      creationAuthor: textOf(topic, 'CreationAuthor') ?? '',
      modifiedDate: textOf(topic, 'ModifiedDate'),
      modifiedAuthor: textOf(topic, 'ModifiedAuthor'),
      dueDate: textOf(topic, 'DueDate'),
      assignedTo: textOf(topic, 'AssignedTo'),
      stage: textOf(topic, 'Stage'),
      description: child(topic, 'Description')?.text || undefined,
      comments: [...childrenOf(child(topic, 'Comments'), 'Comment'), ...childrenOf(root, 'Comment')].flatMap(commentOf),
      modelNames: files.flatMap((one) => textOf(one, 'Filename') ?? []),
      kept: keptOf(topic, files),
    },
    viewpoints: viewpoints.flatMap((one) => {
      const own = guidIn(one.attributes.Guid);
      return own ? [{ guid: own, file: textOf(one, 'Viewpoint'), snapshot: textOf(one, 'Snapshot') }] : [];
    }),
    documents: documentsOf(topic),
  };
}

const labelsOf = (topic: XmlNode): string[] => {
  const inner = childrenOf(child(topic, 'Labels'), 'Label');
  return (inner.length > 0 ? inner : childrenOf(topic, 'Labels')).map(({ text }) => text.trim()).filter(Boolean);
};

function commentOf(node: XmlNode): BcfComment[] {
  const guid = guidIn(node.attributes.Guid);
  if (guid === undefined) return [];
  const viewpoint = guidIn(child(node, 'Viewpoint')?.attributes.Guid);
  return [
    {
      guid,
      date: textOf(node, 'Date') ?? '',
      author: textOf(node, 'Author') ?? '',
      text: child(node, 'Comment')?.text ?? '',
      ...(viewpoint ? { viewpoint } : {}),
    },
  ];
}

function keptOf(topic: XmlNode, files: readonly XmlNode[]): BcfKept {
  const gathered = (inner: string, outer: string) => {
    const found = childrenOf(topic, inner);
    return found.length > 0 ? [element(outer, found)] : [];
  };
  const links = documentsNodes(topic).filter((one) => textOf(one, 'Url') !== undefined);
  const rest = topic.children.filter(
    ({ name }) => !known.has(name) && name !== 'ReferenceLink' && name !== 'RelatedTopic',
  );
  return {
    attributes: Object.fromEntries(Object.entries(topic.attributes).filter(([name]) => !ownAttributes.has(name))),
    nodes: inOrder(
      [
        ...rest,
        ...gathered('ReferenceLink', 'ReferenceLinks'),
        ...gathered('RelatedTopic', 'RelatedTopics'),
        ...(links.length > 0 ? [element('DocumentReferences', links)] : []),
      ].flatMap((one) => keptNode(one) ?? []),
    ),
    files: files.map(fileNode),
  };
}

const documentsNodes = (topic: XmlNode): readonly XmlNode[] =>
  [
    ...childrenOf(child(topic, 'DocumentReferences'), 'DocumentReference'),
    ...childrenOf(topic, 'DocumentReference').map(linkOf),
  ].map((node) => ({ ...node, attributes: { Guid: referenceGuid(topic, node) } }));

/** Version 2.1 lets references go without a GUID. */
const referenceGuid = (topic: XmlNode, node: XmlNode): string =>
  guidIn(node.attributes.Guid) ?? guidFor([topic.attributes.Guid, ...node.children.map(({ text }) => text)].join(' '));

/** A reference of version 2.1 to something outside in the form of 3.0. */
function linkOf(node: XmlNode): XmlNode {
  const { isExternal, IsExternal } = node.attributes;
  if ((isExternal ?? IsExternal) !== 'true') return node;
  const parts = [
    textNode('Url', textOf(node, 'ReferencedDocument')),
    textNode('Description', textOf(node, 'Description')),
  ];
  return { ...node, children: parts.flatMap((one) => one ?? []) };
}

const documentsOf = (topic: XmlNode): NamedDocument[] =>
  documentsNodes(topic).flatMap((node) => {
    const guid = guidIn(node.attributes.Guid);
    const documentGuid = guidIn(textOf(node, 'DocumentGuid'));
    const path = textOf(node, 'ReferencedDocument');
    if (guid === undefined || (documentGuid === undefined && path === undefined)) return [];
    return [{ guid, description: textOf(node, 'Description'), documentGuid, path }];
  });

/** The elements of a topic in the order of the schema of version 3.0; what it does not know comes last. */
const order = [
  'ReferenceLinks',
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
  'DocumentReferences',
  'RelatedTopics',
  'Comments',
  'Viewpoints',
];
const placeOf = ({ name }: XmlNode): number => (order.includes(name) ? order.indexOf(name) : order.length);

const inOrder = (nodes: readonly XmlNode[]): XmlNode[] => nodes.toSorted((a, b) => placeOf(a) - placeOf(b));

/** Names of the files of viewpoints, and documents by their place among all. */
export interface Names {
  readonly snapshot: (guid: string) => string | undefined;
  readonly document: (guid: string) => string;
}

/** A Markup of version 3.0. */
export function markupOf(topic: BcfTopic, names: Names): XmlNode {
  const kept = { ...topic.kept, nodes: topic.kept.nodes.flatMap((one) => keptNode(one) ?? []) };
  const links = kept.nodes.filter(({ name }) => name === 'DocumentReferences').flatMap(({ children }) => children);
  const documents = topic.documents.map(({ guid, description }) =>
    element(
      'DocumentReference',
      [textNode('DocumentGuid', names.document(guid)), textNode('Description', description)],
      { Guid: guid },
    ),
  );
  const list = (name: string, children: readonly XmlNode[]) =>
    children.length > 0 ? element(name, children) : undefined;
  const all = [
    ...kept.nodes.filter(({ name }) => name !== 'DocumentReferences'),
    textNode('Title', topic.title.trim() || 'Without a title'),
    textNode('Priority', topic.priority),
    list(
      'Labels',
      topic.labels.flatMap((one) => textNode('Label', one) ?? []),
    ),
    textNode('CreationDate', timeOr(topic.creationDate)),
    textNode('CreationAuthor', topic.creationAuthor || 'unknown'),
    textNode('ModifiedDate', timeIn(topic.modifiedDate)),
    textNode('ModifiedAuthor', topic.modifiedDate && (topic.modifiedAuthor || 'unknown')),
    textNode('DueDate', timeIn(topic.dueDate)),
    textNode('AssignedTo', topic.assignedTo),
    textNode('Stage', topic.stage),
    textNode('Description', topic.description),
    list('DocumentReferences', [...links, ...documents]),
    list('Comments', topic.comments.map(commentNode)),
    list(
      'Viewpoints',
      topic.viewpoints.map(({ guid }, at) => viewpointNode(guid, names.snapshot(guid), at)),
    ),
  ].filter((one) => one !== undefined);
  const files =
    kept.files.length > 0
      ? kept.files.map(fileNode)
      : topic.modelNames.map((name) => element('File', [textNode('Filename', name)]));
  const attributes = {
    Guid: topic.guid,
    ...kept.attributes,
    TopicType: topic.type || 'Issue',
    TopicStatus: topic.status || 'Open',
  };
  return element('Markup', [
    files.length > 0 ? element('Header', [element('Files', files)]) : undefined,
    element(
      'Topic',
      all.toSorted((a, b) => placeOf(a) - placeOf(b)),
      attributes,
    ),
  ]);
}

const commentNode = ({ guid, date, author, text, viewpoint }: BcfComment): XmlNode =>
  element(
    'Comment',
    [
      textNode('Date', timeOr(date)),
      textNode('Author', author || 'unknown'),
      textNode('Comment', text),
      viewpoint ? element('Viewpoint', [], { Guid: viewpoint }) : undefined,
    ],
    { Guid: guid },
  );

const viewpointNode = (guid: string, snapshot: string | undefined, at: number): XmlNode =>
  element(
    'ViewPoint',
    [textNode('Viewpoint', `${guid}.bcfv`), textNode('Snapshot', snapshot), textNode('Index', String(at))],
    {
      Guid: guid,
    },
  );
