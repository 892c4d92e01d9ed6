import { contentChanged, contentLost } from '../../std/unavailable.ts';

/** The refusals of the blob protocol: status and message by code. */
export const faults = {
  AuthenticationFailed: [403, 'The signature of the address is wrong, or the address has expired.'],
  AuthorizationPermissionMismatch: [403, 'The address does not allow this operation.'],
  AuthorizationFailure: [403, 'The container does not take a blob of that name.'],
  MissingRequiredHeader: [400, 'The header x-ms-blob-type is required and must be BlockBlob.'],
  InvalidBlockId: [400, 'The block id must be base64 of at most 64 bytes, as long as all others of the blob.'],
  InvalidBlockList: [400, 'The block list is not valid, or names a block that was not uploaded.'],
  Md5Mismatch: [400, 'The bytes received do not have the digest that Content-MD5 says.'],
  InvalidQueryParameterValue: [400, 'A query parameter has a value that is not supported.'],
  InvalidResourceName: [400, 'The name of the blob is not allowed.'],
  BlobNotFound: [404, 'The specified blob does not exist.'],
  ContainerNotFound: [404, 'The specified container does not exist.'],
  UnsupportedHttpVerb: [405, 'The resource does not support this method.'],
  ConditionNotMet: [412, 'The condition given in the request headers is not met.'],
  LeaseIdMissing: [412, 'The file is locked by another user.'],
  RequestBodyTooLarge: [413, 'The request body is larger than allowed.'],
  InvalidRange: [416, 'The range given is beyond the end of the content.'],
  InternalError: [500, 'The server met an internal error. Please retry the request.'],
  [contentLost.code]: [500, contentLost.message],
  [contentChanged.code]: [503, contentChanged.message],
  ServerBusy: [503, 'The store is full or away. Please retry the request later.'],
} as const satisfies Record<string, readonly [number, string]>;

export type FaultCode = keyof typeof faults;

export function faultXml(code: FaultCode): string {
  const [, message] = faults[code];
  return `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
}
