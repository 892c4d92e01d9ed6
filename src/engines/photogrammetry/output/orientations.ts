import { tellingOf } from '../../context-scene/fisheye.ts';
import type { Camera, Pose } from '../../geometry/camera.ts';
import { type Block, type GroundPoint, isOriented } from '../block.ts';

/** Photos, cameras and measured points as XML, a `BlocksExchange`. */
export function orientationsOf(block: Block): string {
  const { photos, cameras, crs, points } = block;
  const system =
    crs === null ? '' : tag('SRS', tag('Id', '1') + tag('Name', escaped(crs)) + tag('Definition', escaped(crs)));
  const groups = cameras.map((camera, n) => groupOf(block, camera, n)).join('\n');
  const measured = points.map((point) => pointOf(point, photos.length, crs)).join('\n');
  const inside = [
    '<Name>Photos</Name>',
    '<Description/>',
    '<Type>Aerial</Type>',
    crs === null ? '' : tag('SRSId', '1'),
    tag('Photogroups', `\n${groups}\n`),
    measured === '' ? '' : tag('ControlPoints', `\n${measured}\n`),
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<BlocksExchange version="2.1">',
    tag('SpatialReferenceSystems', system),
    tag('Block', `\n${inside.filter((part) => part !== '').join('\n')}\n`),
    '</BlocksExchange>\n',
  ].join('\n');
}

const tag = (name: string, inside: string | number): string => `<${name}>${inside}</${name}>`;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function groupOf({ photos }: Block, camera: Camera, number: number): string {
  const { width, height, principal, aspect, skew, fisheye } = camera;
  const own = photos.flatMap((photo, n) => (photo.camera === number ? [{ photo, n }] : []));
  return tag(
    'Photogroup',
    [
      tag('Name', number + 1),
      tag('ImageDimensions', tag('Width', width) + tag('Height', height)),
      tag('CameraModelType', fisheye === undefined ? 'Perspective' : 'Fisheye') +
        tag('CameraOrientation', 'XRightYDown'),
      tag('PrincipalPoint', tag('x', principal[0]) + tag('y', principal[1])) + lensOf(camera),
      tag('AspectRatio', aspect) + tag('Skew', skew),
      ...own.map(({ photo, n }) => {
        const path = tag('ImagePath', escaped(`${photo.data}/${photo.name}`));
        return tag('Photo', tag('Id', n) + path + (isOriented(photo) ? poseTag(photo.pose) : ''));
      }),
      '',
    ].join('\n'),
  );
}

function lensOf(camera: Camera): string {
  const { focal, radial, tangential, fisheye } = camera;
  const told = fisheye === undefined ? radial : tellingOf(camera, fisheye);
  if (!('matrix' in told)) {
    const lens = [...told.map((k, n) => tag(`K${n + 1}`, k)), ...tangential.map((p, n) => tag(`P${n + 1}`, p))];
    return tag('FocalLengthPixels', focal) + tag('Distortion', lens.join(''));
  }
  const matrix = ['M_00', 'M_01', 'M_10', 'M_11'].map((name, n) => tag(name, told.matrix[n] ?? 0));
  const powers = told.powers.map((power, n) => tag(`P${n}`, power));
  return tag('FisheyeFocalMatrix', matrix.join('')) + tag('FisheyeDistortion', powers.join(''));
}

function poseTag({ centre: [x, y, z], rotation }: Pose): string {
  const members = rotation.flatMap((row, i) => row.map((value, j) => tag(`M_${i}${j}`, value))).join('');
  return tag('Pose', tag('Rotation', members) + tag('Center', tag('x', x) + tag('y', y) + tag('z', z)));
}

function pointOf({ id, use, place: [x, y, z], seen }: GroundPoint, photos: number, crs: string | null): string {
  const sights = seen
    .filter(({ photo }) => photo < photos)
    .map((sight) => tag('Measurement', tag('PhotoId', sight.photo) + tag('x', sight.x) + tag('y', sight.y)));
  return tag(
    'ControlPoint',
    [
      crs === null ? '' : tag('SRSId', '1'),
      tag('Name', escaped(id)),
      tag('Category', 'Full'),
      tag('CheckPoint', String(use === 'check')),
      tag('Position', tag('x', x) + tag('y', y) + tag('z', z)),
      ...sights,
    ].join(''),
  );
}
