import { availableParallelism } from 'node:os'

/** @typedef {import('./run-vitest.mjs').TestRun} TestRun */

/**
 * Runs all, in as many lanes as there are cores: more make each other wait. One lane takes the runs with browsers first, the others take the
 * rest first; a lane that has none left of its own kind helps the others, so that no core is idle while runs wait.
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
  await Promise.all([lane(browsers, others), ...Array.from({ length: lanes - 1 }, () => lane(others, browsers))])
  return results
}
