/** How long frames take to be drawn, which goes on when all calls have returned. */
export interface FrameWatch {
  /** After all calls of a frame; since when it is being drawn. */
  add(begun: number): void;
  /** As many frames wait as may: with slow ones one, else two. */
  isBehind(): boolean;
  stop(): void;
}

const pollMs = 4;
const slowMs = 50;

/** `took` is told of each frame, in their order: the milliseconds since it was begun, or since the one before it was done. */
export function watchFrames(
  gl: WebGL2RenderingContext | WebGLRenderingContext,
  took: (ms: number) => void,
): FrameWatch {
  const waiting: { readonly begun: number; readonly sync: WebGLSync | null }[] = [];
  let done = 0;
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isDone = (sync: WebGLSync | null) =>
    sync === null ||
    !('SYNC_STATUS' in gl) ||
    gl.isContextLost() ||
    gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED;
  const look = () => {
    timer = undefined;
    for (let first = waiting[0]; first && isDone(first.sync); first = waiting[0]) {
      waiting.shift();
      if (first.sync && 'deleteSync' in gl) gl.deleteSync(first.sync);
      const now = performance.now();
      last = now - Math.max(first.begun, done);
      done = now;
      took(last);
    }
    if (waiting.length > 0) timer = setTimeout(look, pollMs);
  };
  return {
    add(begun) {
      const sync = 'fenceSync' in gl ? gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) : null;
      gl.flush();
      waiting.push({ begun, sync });
      timer ??= setTimeout(look, 0);
    },
    isBehind() {
      const [first] = waiting;
      const isSlow = last > slowMs || (first !== undefined && performance.now() - first.begun > slowMs);
      return waiting.length >= (isSlow ? 1 : 2);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
