import { enableCompileCache } from 'node:module';

// a thread does not have the cache of its process
enableCompileCache();
await import('./thread.ts');
