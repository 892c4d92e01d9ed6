import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Access } from '../../../api/ports/access.ts';
import { predictionName } from '../../../engines/drawings/names.ts';
import { anyText, arrayOf, input, line, link, nullable, oneOf, output, uuid } from '../../../kernel/schema/shapes.ts';
import { prefix } from '../access.ts';
import { fileIdOf } from '../file-id.ts';
import { findTags } from '../store/tags.ts';
import { tagKey } from '../tag-key.ts';
import { linksOf } from '../view.ts';
import type { ElementFinder } from './elements.ts';

/** On drawings, and in models. */
const most = 100;

export const tagPath = `${prefix}/tags` as const;
export const tagQuery = input({ twinId: uuid(), tag: line({ min: 1, max: 255, examples: ['P-101'] }) });

const drawing = output(
  {
    inferenceId: uuid(),
    sheet: anyText('Name of its files without their ending.'),
    regionId: anyText(),
    tag: anyText('As it is spelled there.'),
    modelClass: anyText(),
    status: oneOf(['pending', 'approved']),
    _links: output({ content: link }, 'PnIDTagDrawingLinks'),
  },
  'PnIDTagDrawing',
);
const element = output(
  {
    modelId: anyText(),
    displayName: anyText('Of the model.'),
    changesetId: anyText(),
    elementId: anyText(),
    globalId: anyText(),
    class: anyText(),
    name: nullable(anyText()),
    tag: nullable(anyText('The attribute `Tag`.')),
    _links: output({ element: link }, 'PnIDTagElementLinks'),
  },
  'PnIDTagElement',
);
export const tagPlaces = output(
  {
    tag: anyText('As it was asked for.'),
    drawings: arrayOf(drawing),
    elements: arrayOf(element),
    _links: output({ self: link }),
  },
  'PnIDTagResponse',
);

/** Where a tag is, on the drawings and in the models of a twin; a text that is no tag is nowhere. */
export async function findTag(access: Access, tag: string, context: Context, elements: ElementFinder) {
  const { db, baseUrl, caller } = context;
  const { twin } = access;
  const key = tagKey(tag);
  const mayModels = readModels.allows(access, caller);
  const drawn = key === undefined ? [] : await findTags(db, twin.id, key, most);
  const modelled = key === undefined || !mayModels ? [] : await elements(twin.id, key, most, context);
  return reply(200, {
    tag,
    drawings: drawn.map(({ inference_id, sheet, region_id, model_class, status, tag: spelled }) => ({
      inferenceId: inference_id,
      sheet,
      regionId: region_id,
      tag: spelled,
      modelClass: model_class,
      status,
      _links: {
        content: { href: `${linksOf(baseUrl, inference_id).results.href}/${fileIdOf(predictionName(sheet))}/content` },
      },
    })),
    elements: modelled.map(({ model, changeset, element: { id, globalId, class: kind, name, tag: attribute } }) => ({
      modelId: model.id,
      displayName: model.displayName,
      changesetId: changeset.id,
      elementId: id,
      globalId,
      class: kind,
      name,
      tag: attribute,
      _links: {
        element: { href: `${baseUrl}/models/${model.id}/elements/${id}?changesetId=${changeset.id}` },
      },
    })),
    _links: { self: { href: `${baseUrl}${tagPath}?${new URLSearchParams({ twinId: twin.id, tag })}` } },
  });
}
