import { bytesOfBase64 } from '../../platform/base64.ts';

const name = 'View in 3D';

/** A picture that is kept as a data URL, as a file to attach. */
export function fileOf(dataUrl: string): File {
  const [, type = 'image/png', data = ''] = /^data:([^;,]+);base64,(.*)$/.exec(dataUrl) ?? [];
  return new File([bytesOfBase64(data)], `${name}.${type === 'image/jpeg' ? 'jpg' : type.replace('image/', '')}`, {
    type,
  });
}
