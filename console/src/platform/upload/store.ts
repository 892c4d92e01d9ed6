import { pictureStore } from '../picture-store.ts';
import type { Upload } from './upload.ts';

/** The uploads as they are, and the picture of them that the page shows. */
export const {
  onChange: onUploads,
  shown: shownUploads,
  find: uploadOf,
  every: everyUpload,
  add: addUploads,
  change: changeUpload,
  remove: removeUpload,
} = pictureStore<Upload>();
