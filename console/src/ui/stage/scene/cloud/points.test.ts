import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BufferAttribute, BufferGeometry, PerspectiveCamera, Points, PointsMaterial, Raycaster, Vector3 } from 'three';
import { hitPoint } from './pick.ts';
import { dressPoints } from './points.ts';

it('a point that is picked tells what the scan has of it, which is not drawn with', () => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), 3));
  geometry.setAttribute('_intensity', new BufferAttribute(Uint16Array.of(10, 20, 30), 1));
  geometry.setAttribute('_pulse_width', new BufferAttribute(Float32Array.of(1.5, 2.5, 3.5), 1));
  const cloud = new Points(geometry);
  dressPoints(cloud, new PointsMaterial());
  assert.deepEqual(Object.keys(geometry.attributes).sort(), ['intensity', 'position']);
  const ray = new Raycaster(new Vector3(1, 0, 10), new Vector3(0, 0, -1));
  ray.camera = new PerspectiveCamera();
  const hit = hitPoint([cloud], { ray, pixel: 0.001, radius: 2, hidden: new Set(), isKept: () => true });
  assert.deepEqual(hit?.facts, { intensity: 20, more: [['Pulse width', 2.5]] });
});
