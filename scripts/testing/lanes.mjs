import { availableParallelism } from 'node:os'

/** @typedef {import('./run-vitest.mjs').TestRun} TestRun */

/**
 * Runs all, in as many lanes as there are cores: more make each other wait. Browsers are in one of them, since each keeps more than a core
 * busy; that lane takes the other runs once no browser is left. A lane that is free takes the next run, so the longest come first.
 * @template Result
 * @param {readonly TestRun[]} runs
 * @param {(run: TestRun) => Promise<Result>} start
 * @param {number} [lanes]
 * @returns {Promise<Result[]>}
 */
export async function runInLanes(runs, start, lanes = availableParallelism()) {
  const browsers = runs.filter(({ isBrowser }) => isBrowser)
  const others = runs.filter(({ isBrowser }) => !isBrowser)
  /** @type {Result[]} */
  const results = []
  /** @param {TestRun[][]} queues in the order in which the lane empties them */
  const lane = async (...queues) => {
    for (const queue of queues) for (let run = queue.shift(); run; run = queue.shift()) results.push(await start(run))
  }
  await Promise.all([lane(browsers, others), ...Array.from({ length: lanes - 1 }, () => lane(others))])
  return results
}
