import { type Endpoint, empty, endpoint, file, json, reply, streamedBody } from '../../../api/http/endpoint.ts';
import { onInference, onInput, prefix, read, write } from '../access.ts';
import { contentOf } from '../content.ts';
import { inferenceNotFound, inputFileNotFound, inputInUse, inputsNotFound, invalidUpload } from '../errors.ts';
import { inputTypes } from '../formats.ts';
import { inputList, oneUploaded, uploadHeaders } from '../schema.ts';
import { listInputs } from '../store/runs.ts';
import { inputView, linksOf } from '../view.ts';
import { deleteInput } from './delete.ts';
import { checkHeaders, inputPlace, uploadInput } from './upload.ts';

const largestInput = 100 * 2 ** 20;

export const inputEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'pnid.uploadInput',
    method: 'POST',
    path: `${prefix}/inferences/{inferenceId}/inputs/`,
    title: 'Upload Inference Input Content',
    description: 'The body is the file; Content-Disposition names it. A file of the same name is replaced.',
    access: onInference(inferenceNotFound, write),
    headers: uploadHeaders,
    body: streamedBody(inputPlace, inputTypes, largestInput),
    invalid: invalidUpload,
    check: checkHeaders,
    answers: { 200: json(oneUploaded, 'The file is there.') },
    errors: [inputInUse],
    run: ({ target, headers, body }, context) =>
      uploadInput(target.resource, headers['Content-Disposition'] ?? '', body, context),
  }),

  endpoint({
    id: 'pnid.getInputs',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}/inputs`,
    title: 'Get Inference Inputs',
    access: onInference(inputsNotFound, read),
    answers: { 200: json(inputList, 'By name.') },
    async run({ target: { resource } }, { db, baseUrl }) {
      const { inputs: self, inference } = linksOf(baseUrl, resource.id);
      const inputs = (await listInputs(db, resource.id)).map((row) => inputView(row, baseUrl));
      return reply(200, { inputs, _links: { self, inference } });
    },
  }),

  endpoint({
    id: 'pnid.getInputContent',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}/inputs/{fileId}/content`,
    title: 'Get Inference Input Content',
    access: onInput(inputFileNotFound, read),
    answers: { 200: file(inputTypes, 'The file as it was uploaded.') },
    run: ({ target }, context) => contentOf(target.resource.part, inputFileNotFound, context),
  }),

  endpoint({
    id: 'pnid.deleteInput',
    method: 'DELETE',
    path: `${prefix}/inferences/{inferenceId}/inputs/{fileId}`,
    title: 'Delete Inference Input',
    access: onInput(inferenceNotFound, write),
    answers: { 204: empty('The file is gone.') },
    errors: [inputInUse],
    run: ({ target }, context) => deleteInput(target, context),
  }),
];
