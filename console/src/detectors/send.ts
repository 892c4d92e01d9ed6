import {
  completeVersion,
  createDetector,
  createVersion,
  type NewDetector,
  type NewVersion,
  removeDetector,
  removeVersion,
} from './queries.ts';

/** Puts the package to its address; `onShare` is told how much of it has arrived, of 1. */
function put(url: string, content: Blob, onShare: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not tell how much was sent
    request.open('PUT', url);
    request.setRequestHeader('x-ms-blob-type', 'BlockBlob');
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () =>
      request.status === 201 ? resolve() : reject(new Error('The package could not be stored. Try again.')),
    );
    request.addEventListener('error', () => reject(new Error('The server cannot be reached. Try again.')));
    request.send(content);
  });
}

/** A version with its package, checked by the server; what is refused leaves nothing. */
export async function sendVersion(asked: NewVersion, content: Blob, onShare: (share: number) => void): Promise<void> {
  const { name, number } = asked;
  const url = await createVersion(asked);
  try {
    await put(url, content, onShare);
    await completeVersion(name, number);
  } catch (error) {
    await removeVersion(name, number).catch(() => {}); // what was wrong is what there is to tell
    throw error;
  }
}

/** A new detector with its first version. */
export async function sendDetector(
  detector: NewDetector,
  first: Omit<NewVersion, 'name'>,
  content: Blob,
  onShare: (share: number) => void,
): Promise<string> {
  const name = await createDetector(detector);
  try {
    await sendVersion({ ...first, name }, content, onShare);
    return name;
  } catch (error) {
    await removeDetector(name).catch(() => {});
    throw error;
  }
}
