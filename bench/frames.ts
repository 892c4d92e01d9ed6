import type { Page } from 'playwright-core';

interface Frame {
  /** ms since the page was asked for */
  readonly at: number;
  readonly triangles: number;
}

/**
 * Runs in a page before all else: notes of each frame how many triangles it draws, and when they are drawn. Reading a pixel waits
 * for that.
 */
export const countTriangles = `(() => {
  const frames = (globalThis.frames = []);
  const context = WebGL2RenderingContext.prototype;
  let triangles = 0;
  let open = false;
  const note = (gl) => {
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    frames.push({ at: performance.now(), triangles });
    triangles = 0;
    open = false;
  };
  const watch = (name, countAt, timesAt) => {
    const draw = context[name];
    context[name] = function (...given) {
      if (given[0] === this.TRIANGLES) triangles += (given[countAt] / 3) * (timesAt ? given[timesAt] : 1);
      if (!open) queueMicrotask(() => note(this)); // as soon as the frame is handed over
      open = true;
      return draw.apply(this, given);
    };
  };
  watch('drawArrays', 2);
  watch('drawElements', 1);
  watch('drawArraysInstanced', 2, 3);
  watch('drawElementsInstanced', 1, 4);
})()`;

/** When half of the triangles were drawn first that the last frame has. */
export async function firstPicture(page: Page): Promise<number> {
  await page.waitForTimeout(500); // whatever is still to come
  const frames: readonly Frame[] = await page.evaluate('frames');
  const whole = frames.at(-1)?.triangles ?? 0;
  const first = frames.find(({ triangles }) => triangles >= whole / 2);
  if (whole === 0 || !first) throw new Error('The page draws nothing.');
  return first.at;
}

/** Runs in a page before all else: notes the first frame that has a text. */
export const noteWhenShown = (text: string): string => `(() => {
  const look = () => {
    if (document.body?.innerText.includes(${JSON.stringify(text)})) globalThis.shownAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

export async function shownAt(page: Page): Promise<number> {
  await page.waitForTimeout(100); // of the frame that has just begun
  return Number(await page.evaluate('shownAt'));
}
