import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { EngineFailure } from '../../engine.ts';
import { projected } from './camera.ts';
import { readScene } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'twin-scenes-'));
after(() => rmSync(folder, { recursive: true }));

async function read(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return readScene(path);
}

const older = (device: string) => `<?xml version="1.0" encoding="utf-8"?>
<ContextScene version="4.0">
  <SpatialReferenceSystems><SRS id="0"><Definition>EPSG:25832</Definition></SRS></SpatialReferenceSystems>
  <PhotoCollection><SRSId>0</SRSId>
    <Devices><Device id="0"><Dimensions><width>100</width><height>80</height></Dimensions>${device}</Device></Devices>
    <Poses><Pose id="0"><Center><x>5</x><y>6</y><z>30</z></Center><Rotation><omega>180</omega><phi>0</phi><kappa>0</kappa></Rotation></Pose></Poses>
    <Photos><Photo id="3"><ImagePath>1:1.jpg</ImagePath><DeviceId>0</DeviceId><PoseId>0</PoseId></Photo></Photos>
  </PhotoCollection>
  <References><Reference id="1"><Path>rds:abc</Path></Reference></References>
  <Annotations><Labels><Label id="2"><Name>crack</Name></Label></Labels>
    <Objects2D><ObjectsInPhoto><PhotoId>3</PhotoId><Objects><Object2D id="0">
      <LabelInfo><Confidence>0.5</Confidence><LabelId>2</LabelId></LabelInfo>
      <Box2D><xmin>0.1</xmin><ymin>0.2</ymin><xmax>0.3</xmax><ymax>0.4</ymax></Box2D>
    </Object2D></Objects></ObjectsInPhoto></Objects2D>
  </Annotations>
</ContextScene>`;

describe('scenes of older versions, as XML', () => {
  it('say the same as those of today', async () => {
    const { crs, photos, annotations } = await read('ContextScene.xml', older('<FocalLength>60</FocalLength>'));
    assert.equal(crs, 'EPSG:25832');
    assert.deepEqual(annotations.labels, [{ id: 2, name: 'crack' }]);
    assert.deepEqual(annotations.objects2D?.get('3'), [
      { label: 2, confidence: 0.5, box: { xmin: 0.1, ymin: 0.2, xmax: 0.3, ymax: 0.4 } },
    ]);
    const [photo] = photos;
    assert.deepEqual([photo?.id, photo?.image], ['3', { of: 'abc', path: '1.jpg' }]);
    assert.ok(photo?.camera);
    const { u = 0, v = 0, depth = 0 } = projected(photo.camera, [6, 6, 0]) ?? {};
    // looking down, a metre east is to the right
    assert.ok(
      Math.abs(u - 52) < 1e-9 && Math.abs(v - 40) < 1e-9 && Math.abs(depth - 30) < 1e-9,
      `${u}, ${v}, ${depth}`,
    );
  });

  it('of which the lens is not known have no cameras, and broken ones are told of', async () => {
    assert.equal((await read('ContextScene.xml', older(''))).photos[0]?.camera, undefined);
    await assert.rejects(read('ContextScene.xml', '<ContextScene>'), (error) => {
      assert.ok(error instanceof EngineFailure && error.code === 'InputData_Invalid', String(error));
      return true;
    });
  });
});
