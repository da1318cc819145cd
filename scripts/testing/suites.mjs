import { taggedFiles } from './tagged-files.mjs'

/** @typedef {import('./run-vitest.mjs').TestRun} TestRun */

/** A test that is tagged `long` is no part of the gate, in whatever file it is. */
const gateTags = '!long'

/**
 * The gate. The longest runs come first. Each loads what it tests and starts what its files share, which takes half a minute of a core: more
 * parts cost more than they even out.
 * @type {readonly TestRun[]}
 */
export const gate = [
  { projects: ['office'], tags: gateTags, isBrowser: true },
  { projects: ['e2e'], tags: gateTags, isBrowser: true },
  { projects: ['api'], shard: '1/3', tags: gateTags },
  { projects: ['api'], shard: '2/3', tags: gateTags },
  { projects: ['api'], shard: '3/3', tags: gateTags },
  { projects: ['unit', 'web', 'isolated'], tags: gateTags },
]

/**
 * What needs minutes, many processes or a broken world, and the files with tests that the gate leaves out: whole, since tests of a file build on
 * each other.
 * @type {readonly TestRun[]}
 */
export const long = [
  { projects: ['long-browser'], isBrowser: true },
  { projects: ['office', 'e2e'], files: taggedFiles('e2e/test'), isBrowser: true },
  { projects: ['long'] },
  { projects: ['api', 'unit', 'isolated'], files: taggedFiles('packages') },
]
