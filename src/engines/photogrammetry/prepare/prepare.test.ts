import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { numbersOf } from '../../../../test/support/chance.ts';
import { sceneDocument } from '../../context-scene/document.ts';
import { EngineFailure } from '../../engine.ts';
import { readContextScene } from '../scene/read-context-scene.ts';
import { readOrientations } from '../scene/read-orientations.ts';
import { readControlPoints } from './control-points.ts';
import { photoFacts } from './metadata.ts';
import { referencedData } from './scenes.ts';

const folder = mkdtempSync(join(tmpdir(), 'twin-photos-'));
after(() => rmSync(folder, { recursive: true }));

const refused = (run: () => unknown, code: string, says: RegExp) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof EngineFailure, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, says);
    return true;
  });

describe('what photos tell', () => {
  const blank = sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } });

  it('is read: camera, focal length, place, attitude', async () => {
    const path = join(folder, 'one.jpg');
    const exif = {
      IFD0: { Make: 'Maker', Model: 'Model' },
      IFD2: { FocalLength: '88/10', FocalLengthIn35mmFilm: '24' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 30/1 36/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '70/1 15/1 0/1',
        GPSAltitudeRef: '0',
        GPSAltitude: '125/10',
      },
    };
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
      xmlns:drone="http://drone/1.0/" drone:GimbalYawDegree="+12.5" drone:GimbalPitchDegree="-89.9" drone:GimbalRollDegree="0.0"/></rdf:RDF></x:xmpmeta>`;
    await blank.clone().withExif(exif).withXmp(xmp).jpeg().toFile(path);
    const facts = await photoFacts(path);
    assert.equal(facts.device, 'Maker Model 8.8');
    assert.equal(facts.focal, (24 / 36) * 40);
    assert.deepEqual(facts.gps, { latitude: -33.51, longitude: -70.25, height: 12.5 });
    assert.deepEqual(facts.attitude, { yaw: 12.5, pitch: -89.9, roll: 0 });
  });

  it('may be nothing', async () => {
    const path = join(folder, 'two.png');
    await blank.clone().png().toFile(path);
    const { width, height, focal, gps, attitude } = await photoFacts(path);
    assert.deepEqual(
      { width, height, focal, gps, attitude },
      { width: 40, height: 30, focal: null, gps: null, attitude: null },
    );
  });
});

describe('control points', () => {
  const head = 'id,use,easting,northing,height,image,x,y';

  it('are read with their system', () => {
    const { srs, points } = readControlPoints(
      `# EPSG:25832+7837\n${head}\nA,control,1,2,3,a.jpg,4,5\nA,control,1,2,3,b.jpg,6,7.5\nB,check,8,9,10,a.jpg,1,2\n`,
    );
    assert.equal(srs, 'EPSG:25832+7837');
    assert.deepEqual(points[0], {
      id: 'A',
      use: 'control',
      place: [1, 2, 3],
      seen: [
        { image: 'a.jpg', x: 4, y: 5 },
        { image: 'b.jpg', x: 6, y: 7.5 },
      ],
    });
    assert.equal(points[1]?.use, 'check');
    assert.equal(readControlPoints(`${head}\n`).srs, null);
  });

  it('may be marked in no photo yet', () => {
    const { points } = readControlPoints(`${head}\nA,control,1,2,3,,,\nB,check,4,5,6,,,\nB,check,4,5,6,a.jpg,7,8\n`);
    assert.deepEqual(
      points.map(({ id, seen }) => [id, seen.length]),
      [
        ['A', 0],
        ['B', 1],
      ],
    );
  });

  it('that are wrong are told with their line', () => {
    const wrong = (line: string, says: RegExp) =>
      refused(() => readControlPoints(`${head}\n${line}\n`), 'InputFile_Invalid', says);
    wrong('A,control,1,2,x,a.jpg,4,5', /'x' is no number/);
    wrong('A,other,1,2,3,a.jpg,4,5', /control or check/);
    wrong(',control,1,2,3,a.jpg,4,5', /id or image is missing/);
    wrong('A,control,1,2,3,,4,5', /id or image is missing/);
    wrong('A,control,1,2,3,a.jpg,4,5\nA,control,1,2,4,b.jpg,4,5', /two places/);
    wrong('A,control,1,2', /cannot be read/);
    refused(() => readControlPoints('id,use\nA,control\n'), 'InputFile_Invalid', /no easting/);
  });
});

describe('damaged photos', () => {
  const random = numbersOf(20);
  const damaged = (good: Buffer): Buffer => {
    const bytes = Buffer.from(good);
    for (let n = 0; n < 1 + 8 * random(); n++) bytes[Math.floor(random() * bytes.length)] = Math.floor(256 * random());
    return random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
  };

  it('are photos all the same where only what they tell is broken', async () => {
    const exif = {
      IFD0: { Make: 'Maker', Model: 'Model' },
      IFD2: { FocalLength: '88/10', DateTimeOriginal: '2026:05:01 10:00:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '33/1 30/1 36/1', GPSLongitudeRef: 'W', GPSLongitude: '70/1 15/1 0/1' },
    };
    const blank = sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } }).withExif(exif);
    for (const format of ['jpeg', 'png', 'tiff'] as const) {
      const good = await blank.clone().toFormat(format).toBuffer();
      for (let round = 0; round < 200; round++) {
        const path = join(folder, `damaged.${format}`);
        writeFileSync(path, damaged(good));
        const picture = await sharp(path, { failOn: 'error' })
          .metadata()
          .catch(() => undefined);
        const facts = await photoFacts(path).catch((error: unknown) => error);
        if (picture === undefined) continue;
        assert.ok(!(facts instanceof Error), `${format}, round ${round}: ${facts instanceof Error && facts.stack}`);
      }
    }
  });
});

describe('scenes', () => {
  const scene = (photo: object) =>
    JSON.stringify({
      References: { 0: { Path: 'rds:abc' }, 1: { Path: './more/' } },
      PhotoCollection: { Photos: { 0: photo } },
    });

  it('name photos by references', () => {
    assert.deepEqual(readContextScene(scene({ ImagePath: '0:a/b.jpg' }), 'it').photos, [
      { data: 'abc', name: 'a/b.jpg', camera: -1 },
    ]);
    assert.deepEqual(readContextScene(scene({ ImagePath: '1:b.jpg' }), 'it').photos, [
      { data: null, name: './more/b.jpg', camera: -1 },
    ]);
  });

  it('in BulkPhotos of orientations are photos without camera and pose', () => {
    const pose = '<Pose><Rotation><Omega>0</Omega><Phi>0</Phi><Kappa>0</Kappa></Rotation>';
    const placed = `${pose}<Center><x>1</x><y>2</y><z>3</z></Center></Pose>`;
    const photo = (path: string, more = '') => `<Photo><Id>${path}</Id><ImagePath>${path}</ImagePath>${more}</Photo>`;
    const group = `<Photogroup>${photo('a/1.jpg', placed)}</Photogroup>`;
    const bulk = `<BulkPhotos>${photo('a/2.jpg')}${photo('b/3.jpg', placed)}</BulkPhotos>`;
    const seen = '<Measurement><PhotoId>b/3.jpg</PhotoId><x>4</x><y>5</y></Measurement>';
    const point = `<ControlPoint><Name>P</Name><Position><x>1</x><y>1</y><z>1</z></Position>${seen}</ControlPoint>`;
    const read = (groups: string) =>
      readOrientations(
        `<BlocksExchange><Block>${groups}${bulk}<ControlPoints>${point}</ControlPoints></Block></BlocksExchange>`,
        'it',
      );
    const { photos, points } = read(`<Photogroups>${group}</Photogroups>`);
    assert.deepEqual(
      photos.map(({ data, name, camera, pose: given }) => [data, name, camera, given?.centre]),
      [
        ['a', '1.jpg', 0, [1, 2, 3]],
        ['a', '2.jpg', -1, undefined],
        ['b', '3.jpg', -1, undefined],
      ],
    );
    assert.deepEqual(points[0]?.seen, [{ photo: 2, x: 4, y: 5 }]);
    assert.equal(read('').photos.length, 2, 'a block of them alone');
  });

  it('that are broken are told of', () => {
    refused(() => readContextScene('[]', 'it'), 'InputData_Invalid', /no JSON object/);
    refused(() => readContextScene('{', 'it'), 'InputData_Invalid', /no JSON object/);
    refused(() => readContextScene('{}', 'it'), 'InputData_Invalid', /no photos/);
    refused(() => readContextScene(scene({ ImagePath: '7:a.jpg' }), 'it'), 'InputData_Invalid', /'7'/);
    refused(() => readOrientations('<BlocksExchange>', 'it'), 'InputData_Invalid', /well-formed/);
    refused(() => readOrientations('<!DOCTYPE a><BlocksExchange/>', 'it'), 'InputData_Invalid', /DTD/);
    refused(() => readOrientations('<BlocksExchange/>', 'it'), 'InputData_Invalid', /no block/);
    const group = '<Photogroup><CameraModelType>Spherical</CameraModelType></Photogroup>';
    const spherical = `<BlocksExchange><Block><Photogroups>${group}</Photogroups></Block></BlocksExchange>`;
    refused(() => readOrientations(spherical, 'it'), 'InputData_Invalid', /Spherical/);
    const device = JSON.stringify({ PhotoCollection: { Devices: { 0: { Type: 'spherical' } }, Photos: {} } });
    refused(() => readContextScene(device, 'it'), 'InputData_Invalid', /spherical/);
    const cloud = JSON.stringify({ PointCloudCollection: { PointClouds: {} } });
    refused(() => readContextScene(cloud, 'it'), 'InputData_Invalid', /point clouds and meshes cannot be used/);
    refused(() => readContextScene('<Scene/>', 'it'), 'InputData_Invalid', /no ContextScene/);
    refused(() => readContextScene('<ContextScene><a></ContextScene>', 'it'), 'InputData_Invalid', /well-formed/);
    refused(() => readContextScene('<!DOCTYPE a><ContextScene/>', 'it'), 'InputData_Invalid', /DTD/);
  });

  it('of older versions, as XML, say the same', () => {
    const text = `<?xml version="1.0" encoding="utf-8"?>
      <ContextScene version="3.0">
        <SpatialReferenceSystems><SRS id="3"><Definition>EPSG:25832</Definition></SRS></SpatialReferenceSystems>
        <PhotoCollection>
          <SRSId>3</SRSId>
          <Devices><Device id="0"><Type>perspective</Type><Dimensions><width>64</width><height>48</height></Dimensions>
            <FocalLength>60.5</FocalLength><RadialDistortion><k1>0.01</k1></RadialDistortion></Device></Devices>
          <Poses><Pose id="5"><Center><x>1</x><y>2</y><z>3</z></Center>
            <Rotation><omega>180</omega><phi>0</phi><kappa>0</kappa></Rotation></Pose></Poses>
          <Photos>
            <Photo id="7"><ImagePath>0:north/1.jpg</ImagePath><DeviceId>0</DeviceId><PoseId>5</PoseId></Photo>
            <Photo id="8"><ImagePath>0:2</ImagePath></Photo>
          </Photos>
        </PhotoCollection>
        <References><Reference id="0"><Path>rds:abc</Path></Reference></References>
      </ContextScene>`;
    const { srs, cameras, photos } = readContextScene(text, 'it');
    assert.deepEqual([srs, cameras[0]?.focal, cameras[0]?.radial], ['EPSG:25832', 60.5, [0.01, 0, 0]]);
    assert.deepEqual(
      photos.map(({ data, name, camera, pose }) => [data, name, camera, pose?.centre]),
      [
        ['abc', 'north/1.jpg', 0, [1, 2, 3]],
        ['abc', '2', -1, undefined],
      ],
    );
  });

  it('keep what is marked in photos, by photos, also as XML', () => {
    const found = sceneDocument(`<ContextScene version="3.0"><Annotations>
      <Labels><Label id="2"><Name>7</Name></Label></Labels>
      <Objects2D><ObjectsInPhoto><PhotoId>4</PhotoId><Objects><Object2D id="0">
        <LabelInfo><Confidence>0.5</Confidence><LabelId>2</LabelId></LabelInfo>
        <Box2D><xmin>0.1</xmin><ymin>0.2</ymin><xmax>0.3</xmax><ymax>0.4</ymax></Box2D>
      </Object2D></Objects></ObjectsInPhoto></Objects2D>
      <Segmentation2D><PhotoSegmentation><PhotoId>4</PhotoId><Path>1:4.png</Path></PhotoSegmentation></Segmentation2D>
      </Annotations></ContextScene>`);
    assert.deepEqual('members' in found && found.members.Annotations, {
      Labels: { 2: { Name: '7' } },
      Objects2D: {
        4: { 0: { LabelInfo: { Confidence: 0.5, LabelId: 2 }, Box2D: { xmin: 0.1, ymin: 0.2, xmax: 0.3, ymax: 0.4 } } },
      },
      Segmentation2D: { 4: { Path: '1:4.png' } },
    });
  });

  it('tell of control points: their system, and how well they were measured', () => {
    const point = (name: string, more: string) =>
      `<ControlPoint><Name>${name}</Name><Position><x>1</x><y>2</y><z>3</z></Position>${more}<Measurement><PhotoId>9</PhotoId><x>4</x><y>5</y></Measurement></ControlPoint>`;
    const scene = (...points: string[]) =>
      readOrientations(
        `<BlocksExchange><SpatialReferenceSystems><SRS><Id>1</Id><Definition>EPSG:25832</Definition></SRS><SRS><Id>2</Id><Definition>EPSG:31467</Definition></SRS></SpatialReferenceSystems>
        <Block><SRSId>1</SRSId><Photogroups><Photogroup><Photo><Id>9</Id><ImagePath>d/a.jpg</ImagePath></Photo></Photogroup></Photogroups>
        <ControlPoints>${points.join('')}</ControlPoints></Block></BlocksExchange>`,
        'it',
      );
    const { srs, pointsSrs, points } = scene(
      point('A', '<SRSId>2</SRSId><Category>Full</Category><HorizontalAccuracy>0.02</HorizontalAccuracy>'),
      point(
        'B',
        '<Category>Vertical</Category><VerticalAccuracy>0.003</VerticalAccuracy><CheckPoint>true</CheckPoint>',
      ),
      point('C', ''),
    );
    assert.deepEqual([srs, pointsSrs], ['EPSG:25832', 'EPSG:31467']);
    assert.deepEqual(
      points.map(({ id, use, accuracy, seen }) => [id, use, accuracy, seen]),
      [
        ['A', 'control', { horizontal: 0.02, vertical: 0.01 }, [{ photo: 0, x: 4, y: 5 }]],
        ['B', 'check', { horizontal: null, vertical: 0.003 }, [{ photo: 0, x: 4, y: 5 }]],
        ['C', 'control', undefined, [{ photo: 0, x: 4, y: 5 }]],
      ],
    );
    refused(
      () => scene(point('A', '<SRSId>1</SRSId>'), point('B', '<SRSId>2</SRSId>')),
      'InputData_Invalid',
      /several reference systems/,
    );
  });

  it('tell of fisheye cameras in either way', () => {
    const group = (lens: string) =>
      readOrientations(
        `<BlocksExchange><Block><Photogroups><Photogroup><CameraModelType>Fisheye</CameraModelType>${lens}
        <ImageDimensions><Width>4000</Width><Height>3000</Height></ImageDimensions></Photogroup></Photogroups></Block></BlocksExchange>`,
        'it',
      ).cameras[0];
    const quarter = (1000 * Math.PI) / 2;
    const matrix = `<FisheyeFocalMatrix><M_00>${quarter}</M_00><M_01>0</M_01><M_10>0</M_10><M_11>${quarter}</M_11></FisheyeFocalMatrix>`;
    const powers = '<FisheyeDistortion><P0>0</P0><P1>1</P1><P2>0.1</P2><P3>0</P3><P4>0</P4></FisheyeDistortion>';
    const byMatrix = group(`${matrix}${powers}<Distortion><K1>9</K1></Distortion>`);
    assert.ok(Math.abs((byMatrix?.focal ?? 0) - 1000) < 1e-9);
    assert.deepEqual(
      [byMatrix?.fisheye, byMatrix?.radial],
      [
        [(0.1 * 2) / Math.PI, 0, 0],
        [0, 0, 0],
      ],
    );
    const byFocal = group('<FocalLengthPixels>1000</FocalLengthPixels><Distortion><K1>-0.02</K1></Distortion>');
    assert.deepEqual([byFocal?.focal, byFocal?.fisheye], [1000, [0, -0.02, 0, 0, 0, 0]]);
    refused(() => group(matrix.replace(String(quarter), '0')), 'InputData_Invalid', /focal matrix/);
  });

  it('tell rotations by angles and by other axes, too', () => {
    const photo = (orientation: string, rotation: string) =>
      readOrientations(
        `<BlocksExchange><Block><Photogroups><Photogroup><CameraOrientation>${orientation}</CameraOrientation><Photo><Id>0</Id><ImagePath>d/a.jpg</ImagePath>` +
          `<Pose><Rotation>${rotation}</Rotation><Center><x>1</x><y>2</y><z>3</z></Center></Pose></Photo></Photogroup></Photogroups></Block></BlocksExchange>`,
        'it',
      ).photos[0]?.pose?.rotation.map((row) => row.map((value) => Math.round(value) + 0));
    const down = [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ];
    assert.deepEqual(photo('XRightYDown', '<Omega>180</Omega><Phi>0</Phi><Kappa>0</Kappa>'), down);
    assert.deepEqual(photo('XRightYUp', '<Omega>0</Omega><Phi>0</Phi><Kappa>0</Kappa>'), down);
  });

  it('tell which data they refer to', async () => {
    writeFileSync(join(folder, 'ContextScene.json'), scene({ ImagePath: '0:a.jpg' }));
    assert.deepEqual(await referencedData(folder), ['abc']);
  });
});
