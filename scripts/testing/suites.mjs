/** @typedef {import('./run-vitest.mjs').TestRun} TestRun */

/**
 * The gate. The longest runs come first. Each loads what it tests and starts what its files share, which takes half a minute of a core: more
 * parts cost more than they even out.
 * @type {readonly TestRun[]}
 */
export const gate = [
  { projects: ['office'], shard: '1/2', isBrowser: true },
  { projects: ['office'], shard: '2/2', isBrowser: true },
  { projects: ['e2e'], isBrowser: true },
  { projects: ['api'], shard: '1/2' },
  { projects: ['api'], shard: '2/2' },
  { projects: ['unit', 'web', 'isolated'] },
]

/**
 * What needs minutes, many processes or a broken world.
 * @type {readonly TestRun[]}
 */
export const long = [{ projects: ['long-browser'], isBrowser: true }, { projects: ['long'] }]
