import { problem } from '../../api/http/problem.ts';

/** Refusals of the Saved Views API (saved-views.md section 3.0). */
export const savedViewNotFound = problem(404, 'SavedViewNotFound', 'Requested savedview is not available.');
export const groupNotFound = problem(404, 'GroupNotFound', 'Requested group is not available.');
export const tagNotFound = problem(404, 'TagNotFound', 'Requested tag is not available.');
export const extensionNotFound = problem(404, 'ExtensionNotFound', 'Requested extension is not available.');
export const imageNotFound = problem(404, 'ImageNotFound', 'Requested image is not available.');

const invalid = (message: string) => problem(422, 'InvalidSavedviewsRequest', message);

export const invalidList = invalid('Cannot get savedviews.');
export const invalidCreateView = invalid('Cannot create savedview.');
export const invalidUpdateView = invalid('Cannot update savedview.');
export const invalidDeleteView = invalid('Cannot delete savedview.');
export const invalidImage = invalid('Cannot get image.');
export const invalidExtension = invalid('Cannot create extension.');
export const invalidGroups = invalid('Cannot get groups.');
export const invalidCreateGroup = invalid('Cannot create group.');
export const invalidUpdateGroup = invalid('Cannot update group.');
export const invalidTags = invalid('Cannot get tags.');
export const invalidCreateTag = invalid('Cannot create tag.');
export const invalidUpdateTag = invalid('Cannot update tag.');
export const invalidDeleteTag = invalid('Cannot delete tag.');
