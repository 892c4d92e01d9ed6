import { platformClient } from '../src/client.ts';
import { uploadFile } from '../src/node.ts';

/* A program that sends a file: `send.ts <url> <token> <twin> <file> <records>`. It is killed while it does. */

const [url = '', token = '', twinId = '', path = '', records = ''] = process.argv.slice(2);
const client = platformClient({ baseUrl: url, token: () => token });
const { state, sha256, sent, resumed } = await uploadFile(client, { twinId, folder: 'Structures', path, records });
console.log(JSON.stringify({ state, sha256, sent, resumed }));
