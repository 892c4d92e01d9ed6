import { enableCompileCache } from 'node:module';

// compiled code is kept between starts, so the program is imported after the cache is on
enableCompileCache();
await import('./start.ts');
