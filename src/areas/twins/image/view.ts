import type { Context } from '../../../api/http/context.ts';
import type { TwinImage } from '../tables.ts';
import { addressOf } from './store.ts';

/** TwinImage with its signed addresses. */
export const imageView = (image: TwinImage, twinId: string, context: Context) => ({
  id: image.id,
  smallImageName: image.small.name,
  smallImageUrl: addressOf(image.small, twinId, context),
  largeImageName: image.large.name,
  largeImageUrl: addressOf(image.large, twinId, context),
});
