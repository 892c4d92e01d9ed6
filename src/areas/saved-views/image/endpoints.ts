import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { onView } from '../access.ts';
import { describeBody } from '../body-rules.ts';
import { imageNotFound, invalidImage, invalidUpdateView } from '../errors.ts';
import { imageExample } from '../examples.ts';
import { imageOf, imagePlace } from '../store/images.ts';
import { replaceImage } from './replace.ts';
import { imageLink, imageQuery, imageUpdate, largestImageBody } from './schema.ts';

export const imageEndpoints = [
  endpoint({
    id: 'savedViews.getImage',
    method: 'GET',
    path: '/savedviews/{savedViewId}/image',
    title: 'Get image',
    description: 'The thumbnail fits into 280 × 200 pixels.',
    access: onView('read'),
    query: imageQuery,
    invalid: invalidImage,
    answers: { 200: json(imageLink, 'The address of the picture.', imageExample) },
    errors: [imageNotFound],
    secret: true,
    run: async ({ target, query }, { ports }) => {
      const image = imageOf(target.resource.row);
      if (image === undefined) return fail(imageNotFound);
      const size = query.size ?? 'thumbnail';
      const fileName = `${size}.${image.type.slice('image/'.length)}`;
      const owner = { twinId: target.access.twin.id };
      const options = { fileName, contentType: image.type, inline: true, owner };
      return reply(200, { href: ports.blobs.downloadUrl({ id: image[size], ...imagePlace }, options) });
    },
  }),

  endpoint({
    id: 'savedViews.updateImage',
    method: 'PUT',
    path: '/savedviews/{savedViewId}/image',
    title: 'Update image',
    description: 'Replaces both sizes; addresses of former pictures end.',
    access: onView('change'),
    body: imageUpdate,
    bodyExample: { image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA…' },
    maxBody: largestImageBody,
    invalid: invalidUpdateView,
    describe: describeBody,
    answers: { 204: empty('The view has this picture now.') },
    run: ({ target, body }, context) => replaceImage(target, body, context),
  }),
];
