import { onTwin, permission, visible } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, rawBody, reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { line, output, url, uuid } from '../../../kernel/schema/shapes.ts';
import { imageNotFound, invalidTwins, twinNotFound } from '../errors.ts';
import { rowOf } from '../twin/store.ts';
import { removeImage, replaceImage } from './replace.ts';
import { imageOf } from './store.ts';
import { imageView } from './view.ts';

/** Bytes of a picture. */
export const largestImage = 5 * 2 ** 20;

const imageAnswer = output(
  {
    image: output(
      {
        id: uuid(),
        smallImageName: line(),
        smallImageUrl: url('Signed; usable without token for an hour.'),
        largeImageName: line(),
        largeImageUrl: url('Signed; usable without token for an hour.'),
      },
      'TwinImage',
    ),
  },
  'TwinImageResponse',
);

export const imageEndpoints = [
  endpoint({
    id: 'twins.uploadTwinImage',
    method: 'PUT',
    path: '/twins/{twinId}/image',
    title: 'Upload twin Image',
    description: 'PNG or JPEG of at most 5 MiB; a thumbnail of at most 400 pixels is made of it.',
    access: onTwin('twinId', twinNotFound, permission('twins_modify')),
    body: rawBody(['image/png', 'image/jpeg'], largestImage),
    invalid: invalidTwins('Cannot create twin Image.'),
    answers: { 201: json(imageAnswer, 'The new image.') },
    secret: true,
    run: async ({ target, body }, context) => replaceImage(target.twin.id, body, context),
  }),

  endpoint({
    id: 'twins.getTwinImage',
    method: 'GET',
    path: '/twins/{twinId}/image',
    title: 'Get twin Image',
    access: onTwin('twinId', twinNotFound, visible),
    answers: { 200: json(imageAnswer, 'The image with signed addresses.') },
    errors: [imageNotFound],
    secret: true,
    run: async ({ target }, context) => {
      const image = imageOf(await rowOf(context.db, target.twin.id));
      return image ? reply(200, { image: imageView(image, target.twin.id, context) }) : fail(imageNotFound);
    },
  }),

  endpoint({
    id: 'twins.deleteTwinImage',
    method: 'DELETE',
    path: '/twins/{twinId}/image',
    title: 'Delete twin Image',
    access: onTwin('twinId', twinNotFound, permission('twins_modify')),
    answers: { 204: empty('The twin has no image any more.') },
    errors: [imageNotFound],
    run: ({ target }, context) => removeImage(target.twin.id, context),
  }),
];
