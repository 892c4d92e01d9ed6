import type { XmlNode } from '../xml.ts';

/*
 * What the published schemas of BCF 3.0 demand (markup, visinfo, version, project, extensions, documents), written down by
 * hand as tables: their licence allows no changed copies. For each element its children in their order, `?` for one that
 * may be left out, `*` for any number, `+` for at least one, `a|b` for one of two; its attributes, `?` for one that may be
 * left out; and what its text is.
 */
interface Rule {
  readonly children?: readonly string[];
  readonly attributes?: Readonly<Record<string, Kind>>;
  readonly text?: Kind;
}

const kinds = {
  guid: /^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$/,
  globalId: /^[0-9A-Za-z_$]{22}$/,
  text: /\S/,
  time: /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  whole: /^\s*[+-]?\d{1,10}\s*$/,
  number: /^\s*([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)\s*$/,
  positive: /^\s*\+?(?=.*[1-9])(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/,
  angle: /^\s*\+?(?=.*[1-9])(\d{1,2}|1[0-7]\d)?(\.\d*)?([eE]-\d+)?\s*$/,
  boolean: /^\s*(true|false|0|1)\s*$/,
  colour: /^[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/,
  picture: /^(png|jpg)$/,
} as const;
type Kind = keyof typeof kinds;

const words = (...names: readonly string[]): Readonly<Record<string, Rule>> =>
  Object.fromEntries(names.map((name) => [name, { text: 'text' }]));
const listOf = (name: string): Rule => ({ children: [`${name}*`] });
const point: Rule = { children: ['X', 'Y', 'Z'] };
const camera = (measure: string): Rule => ({
  children: ['CameraViewPoint', 'CameraDirection', 'CameraUpVector', measure, 'AspectRatio'],
});

const rules: Readonly<Record<string, Rule>> = {
  Version: { children: ['DetailedVersion?'], attributes: { VersionId: 'text' } },
  DetailedVersion: {},
  ProjectInfo: { children: ['Project'] },
  Project: { children: ['Name?'], attributes: { ProjectId: 'text' } },
  Extensions: {
    children: ['TopicTypes?', 'TopicStatuses?', 'Priorities?', 'TopicLabels?', 'Users?', 'SnippetTypes?', 'Stages?'],
  },
  TopicTypes: listOf('TopicType'),
  TopicStatuses: listOf('TopicStatus'),
  Priorities: listOf('Priority'),
  TopicLabels: listOf('TopicLabel'),
  Users: listOf('User'),
  SnippetTypes: listOf('SnippetType'),
  Stages: listOf('Stage'),
  DocumentInfo: { children: ['Documents?'] },
  Documents: listOf('Document'),
  Document: { children: ['Filename', 'Description?'], attributes: { Guid: 'guid' } },
  Markup: { children: ['Header?', 'Topic'] },
  Header: { children: ['Files?'] },
  Files: listOf('File'),
  Topic: {
    children: [
      'ReferenceLinks?',
      'Title',
      'Priority?',
      'Index?',
      'Labels?',
      'CreationDate',
      'CreationAuthor',
      'ModifiedDate?',
      'ModifiedAuthor?',
      'DueDate?',
      'AssignedTo?',
      'Stage?',
      'Description?',
      'BimSnippet?',
      'DocumentReferences?',
      'RelatedTopics?',
      'Comments?',
      'Viewpoints?',
    ],
    attributes: { Guid: 'guid', TopicType: 'text', TopicStatus: 'text' },
  },
  ReferenceLinks: listOf('ReferenceLink'),
  Labels: listOf('Label'),
  BimSnippet: { children: ['Reference', 'ReferenceSchema'], attributes: { SnippetType: 'text' } },
  DocumentReferences: listOf('DocumentReference'),
  DocumentReference: { children: ['DocumentGuid|Url?', 'Description?'], attributes: { Guid: 'guid' } },
  RelatedTopics: listOf('RelatedTopic'),
  RelatedTopic: { attributes: { Guid: 'guid' } },
  Comments: listOf('Comment'),
  Viewpoints: listOf('ViewPoint'),
  ViewPoint: { children: ['Viewpoint?', 'Snapshot?', 'Index?'], attributes: { Guid: 'guid' } },
  VisualizationInfo: {
    children: ['Components?', 'OrthogonalCamera|PerspectiveCamera', 'Lines?', 'ClippingPlanes?', 'Bitmaps?'],
    attributes: { Guid: 'guid' },
  },
  Selection: listOf('Component'),
  Exceptions: listOf('Component'),
  Visibility: { children: ['ViewSetupHints?', 'Exceptions?'] },
  ViewSetupHints: {},
  Coloring: listOf('Color'),
  Color: { children: ['Components'], attributes: { Color: 'colour' } },
  Component: { children: ['OriginatingSystem?', 'AuthoringToolId?'] },
  PerspectiveCamera: camera('FieldOfView'),
  OrthogonalCamera: camera('ViewToWorldScale'),
  CameraViewPoint: point,
  CameraDirection: point,
  CameraUpVector: point,
  Location: point,
  Direction: point,
  StartPoint: point,
  EndPoint: point,
  Normal: point,
  Up: point,
  Lines: listOf('Line'),
  Line: { children: ['StartPoint', 'EndPoint'] },
  ClippingPlanes: listOf('ClippingPlane'),
  ClippingPlane: { children: ['Location', 'Direction'] },
  Bitmaps: listOf('Bitmap'),
  Bitmap: { children: ['Format', 'Reference', 'Location', 'Normal', 'Up', 'Height'] },
  ...words('Name', 'TopicType', 'TopicStatus', 'TopicLabel', 'User', 'SnippetType', 'Stage', 'Filename', 'Description'),
  ...words('ReferenceLink', 'Title', 'Priority', 'Label', 'CreationAuthor', 'ModifiedAuthor', 'AssignedTo', 'Url'),
  ...words('Reference', 'ReferenceSchema', 'Author', 'Comment', 'Viewpoint', 'Snapshot', 'OriginatingSystem'),
  ...words('AuthoringToolId'),
  CreationDate: { text: 'time' },
  ModifiedDate: { text: 'time' },
  DueDate: { text: 'time' },
  Date: { text: 'time' },
  Index: { text: 'whole' },
  DocumentGuid: { text: 'guid' },
  Format: { text: 'picture' },
  X: { text: 'number' },
  Y: { text: 'number' },
  Z: { text: 'number' },
  Height: { text: 'number' },
  ViewToWorldScale: { text: 'number' },
  AspectRatio: { text: 'positive' },
  FieldOfView: { text: 'angle' },
};

/** Elements whose name means one thing or another by where they are. */
const inside: Readonly<Record<string, Rule>> = {
  'VisualizationInfo/Components': { children: ['Selection?', 'Visibility?', 'Coloring?'] },
  'Color/Components': { children: ['Component+'] },
  'Files/File': { children: ['Filename?', 'Date?', 'Reference?'] },
  'Comments/Comment': {
    children: ['Date', 'Author', 'Comment?', 'Viewpoint?', 'ModifiedDate?', 'ModifiedAuthor?'],
    attributes: { Guid: 'guid' },
  },
  'Comment/Viewpoint': { attributes: { Guid: 'guid' } },
};

/** Attributes that may be left out. */
const optional: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  Topic: { ServerAssignedId: 'text' },
  File: { IfcProject: 'globalId', IfcSpatialStructureElement: 'globalId', IsExternal: 'boolean' },
  BimSnippet: { IsExternal: 'boolean' },
  Visibility: { DefaultVisibility: 'boolean' },
  ViewSetupHints: { SpacesVisible: 'boolean', SpaceBoundariesVisible: 'boolean', OpeningsVisible: 'boolean' },
  Component: { IfcGuid: 'globalId' },
};

/** What of an element is against the schema. */
export function schemaFaults(where: string, node: XmlNode, parent = ''): string[] {
  const rule = inside[`${parent}/${node.name}`] ?? rules[node.name];
  const at = `${where} ${node.name}`;
  if (rule === undefined) return [`${at} is not known`];
  const below = node.children.flatMap((one) => schemaFaults(where, one, node.name));
  const order = orderFault(
    rule.children ?? [],
    node.children.map(({ name }) => name),
  );
  const text = rule.text && !kinds[rule.text].test(node.text) ? [`${at}: '${node.text}' is no ${rule.text}`] : [];
  return [...attributeFaults(at, node, rule), ...(order ? [`${at}: ${order}`] : []), ...text, ...below];
}

function attributeFaults(at: string, { name, attributes }: XmlNode, rule: Rule): string[] {
  const needed = rule.attributes ?? {};
  const known = { ...needed, ...optional[name] };
  const missing = Object.keys(needed).filter((one) => attributes[one] === undefined);
  const wrong = Object.entries(attributes).flatMap(([one, value]) => {
    const kind = known[one];
    if (kind === undefined) return [`${at}: no attribute ${one} is known`];
    return kinds[kind].test(value) ? [] : [`${at}: ${one} '${value}' is no ${kind}`];
  });
  return [...missing.map((one) => `${at}: no attribute ${one}`), ...wrong];
}

function orderFault(declared: readonly string[], found: readonly string[]): string | undefined {
  let at = 0;
  for (const one of declared) {
    const many = /[*+]$/.test(one);
    const names = one.replace(/[?*+]$/, '').split('|');
    let count = 0;
    for (; names.includes(found[at] ?? '') && (many || count === 0); count++) at++;
    if (count === 0 && !/[?*]$/.test(one)) return `${names.join(' or ')} is missing at place ${at}`;
  }
  return at < found.length ? `${found[at]} is not expected at place ${at}` : undefined;
}
