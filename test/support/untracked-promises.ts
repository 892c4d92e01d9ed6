import asyncHooks from 'node:async_hooks';

/*
 * Node's test runner follows every promise of a process, to find the test that something belongs to which is declared or
 * thrown later: a sixth of the time of a suite that asks a server. Our tests are declared in the calls of their suites, so
 * the tests themselves are all that it has to know. Loaded before `node:test` (run.ts).
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = ({ init }) => {
  const ofTests: asyncHooks.HookCallbacks = {
    init(id, type, trigger, resource) {
      if (type === 'Test') init?.(id, type, trigger, resource);
    },
  };
  return createHook(Object.assign(ofTests, { trackPromises: false }));
};
await import('node:test');
asyncHooks.createHook = createHook;
