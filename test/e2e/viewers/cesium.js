const { Cartesian3, Cesium3DTileset, CesiumWidget, Color, Matrix4, SceneTransforms } = globalThis.Cesium;

const widget = new CesiumWidget('view', {
  baseLayer: false,
  globe: false,
  skyBox: false,
  skyAtmosphere: false,
  scene3DOnly: true,
  contextOptions: { webgl: { preserveDrawingBuffer: true } },
});
const { scene } = widget;
scene.backgroundColor = Color.fromCssColorString('#20242c');
let transform;
const onEarth = (place) => Matrix4.multiplyByPoint(transform, new Cartesian3(...place), new Cartesian3());
const direction = (vector) =>
  Cartesian3.normalize(Matrix4.multiplyByPointAsVector(transform, vector, new Cartesian3()), new Cartesian3());

/** Opens a tileset by the link to its container, where it is on earth, and draws it until it is whole. */
globalThis.show = async (link, eye, target) => {
  const tileset = await Cesium3DTileset.fromUrl(link.replace('?', '/tileset.json?'));
  const faults = [];
  let loaded = 0;
  tileset.tileFailed.addEventListener(({ message }) => faults.push(message));
  tileset.tileLoad.addEventListener(() => loaded++);
  scene.primitives.add(tileset);
  transform = tileset.root.transform;
  const ahead = Cartesian3.subtract(new Cartesian3(...target), new Cartesian3(...eye), new Cartesian3());
  const right = Cartesian3.cross(ahead, Cartesian3.UNIT_Z, new Cartesian3());
  const up = Cartesian3.cross(right, ahead, new Cartesian3());
  scene.camera.setView({
    destination: onEarth(eye),
    orientation: { direction: direction(ahead), up: direction(up) },
  });
  while (faults.length === 0 && !(loaded > 0 && tileset.tilesLoaded)) await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  return { loaded, faults };
};

/** What is known of the element that is seen at a place of the model. */
globalThis.pick = (place) => {
  const at = SceneTransforms.worldToWindowCoordinates(scene, onEarth(place));
  const feature = scene.pick(at);
  if (feature?.getPropertyIds === undefined) return undefined;
  return Object.fromEntries(feature.getPropertyIds().map((name) => [name, String(feature.getProperty(name))]));
};
globalThis.ready = true;
