import { startS3 } from '../../test/support/s3.ts';

/* The S3 server of the tests in a process of its own. */
const server = await startS3();
console.log(JSON.stringify({ url: await server.createBucket() }));
process.on('SIGTERM', () => process.exit(0));
