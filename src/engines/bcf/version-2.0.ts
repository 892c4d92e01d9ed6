import { child, childrenOf, element, textNode, textOf, type XmlNode } from './xml.ts';

/*
 * Version 2.0 in the form of 2.1. It says of each component whether it is selected, seen and coloured; 2.1 has a list
 * for each of these. Its references of a topic have no element around them.
 */

const isTrue = (text: string | undefined): boolean => /^(true|1)$/i.test(text?.trim() ?? '');

/** A VisualizationInfo of 2.0; one of a later version stays as it is. */
export function visinfoOf20(given: XmlNode): XmlNode {
  const node = { ...given, children: given.children.map(bitmapOf) };
  const components = child(node, 'Components');
  const all = childrenOf(components, 'Component');
  if (components === undefined || all.length === 0) return node;
  const isSeen = components.attributes.DefaultVisibilityComponents ?? 'true';
  const others = all.filter(
    ({ attributes: { Visible } }) => Visible !== undefined && isTrue(Visible) !== isTrue(isSeen),
  );
  const colors = Map.groupBy(all, ({ attributes: { Color } }) => Color ?? '');
  colors.delete('');
  const listed = element('Components', [
    hintsOf(components),
    list(
      'Selection',
      all.filter(({ attributes: { Selected } }) => isTrue(Selected)),
    ),
    element('Visibility', [list('Exceptions', others)], { DefaultVisibility: String(isTrue(isSeen)) }),
    colors.size === 0
      ? undefined
      : element(
          'Coloring',
          [...colors].map(([Color, some]) => element('Color', some.map(plain), { Color })),
        ),
  ]);
  return { ...node, children: node.children.map((one) => (one === components ? listed : one)) };
}

/** Each picture in a view is called `Bitmaps`, as 2.1 calls nothing and 3.0 all of them together. */
const bitmapOf = (node: XmlNode): XmlNode =>
  node.name === 'Bitmaps' && child(node, 'Reference') !== undefined ? { ...node, name: 'Bitmap' } : node;

const list = (name: string, components: readonly XmlNode[]): XmlNode | undefined =>
  components.length === 0 ? undefined : element(name, components.map(plain));

const plain = (node: XmlNode): XmlNode => element('Component', node.children, { IfcGuid: node.attributes.IfcGuid });

function hintsOf({ attributes }: XmlNode): XmlNode | undefined {
  const hints = {
    SpacesVisible: attributes.DefaultVisibilitySpaces,
    SpaceBoundariesVisible: attributes.DefaultVisibilitySpaceBoundaries,
    OpeningsVisible: attributes.DefaultVisibilityOpenings,
  };
  return Object.values(hints).every((one) => one === undefined) ? undefined : element('ViewSetupHints', [], hints);
}

/** A Markup of 2.0: its references and related topics bear the names that 2.1 has for single ones. */
export function markupOf20(node: XmlNode): XmlNode {
  const children = node.children.map((one) => {
    if (one.name === 'Topic') return { ...one, children: one.children.map(topicPart) };
    return one.name === 'Comment' ? withStatus(one) : one;
  });
  return { ...node, children };
}

function topicPart(node: XmlNode): XmlNode {
  if (node.name === 'DocumentReferences' && child(node, 'DocumentReference') === undefined)
    return { ...node, name: 'DocumentReference' };
  if (node.name === 'RelatedTopics' && node.attributes.Guid !== undefined) return { ...node, name: 'RelatedTopic' };
  return node;
}

/** Comments of 2.0 have a status, for which later versions have no place but the text. */
function withStatus(node: XmlNode): XmlNode {
  const [status, verbal] = [textOf(node, 'Status'), textOf(node, 'VerbalStatus')];
  const said = [verbal, status === 'Unknown' ? undefined : status].filter((one) => one !== undefined);
  if (said.length === 0) return node;
  const text = child(node, 'Comment')?.text ?? '';
  const whole = textNode('Comment', `${text}${text.trim() === '' ? '' : '\n'}[${[...new Set(said)].join(', ')}]`);
  return { ...node, children: [...node.children.filter(({ name }) => name !== 'Comment'), ...(whole ? [whole] : [])] };
}
