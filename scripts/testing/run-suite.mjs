import { runInLanes } from './lanes.mjs'
import { reportOf } from './report.mjs'
import { runVitest } from './run-vitest.mjs'
import { filesToRunAgain, verdictOf } from './verdict.mjs'

/**
 * Runs a suite: all of it in lanes, then each file that failed once more, alone and with nothing beside it (docs/testing.md). A failure of a
 * busy machine is told and forgiven once; nothing else is.
 * @param {readonly import('./run-vitest.mjs').TestRun[]} runs
 * @param {Parameters<typeof runVitest>[1] & { print?: (text: string) => void, lanes?: number }} [options]
 * @returns {Promise<boolean>} whether it is green
 */
export async function runSuite(runs, { print = console.log, lanes, ...options } = {}) {
  const first = await runInLanes(runs, (run) => runVitest(run, options), lanes)
  const again = []
  for (const { project, file, tags } of filesToRunAgain(first)) {
    print(`\nOnce more, alone: ${file}`)
    again.push(
      await runVitest(
        { projects: [project], tags },
        { ...options, args: [...(options.args ?? []).filter(isOption), file] },
      ),
    )
  }
  const verdict = verdictOf(first, again)
  print(
    reportOf(
      verdict,
      first.flatMap(({ files }) => files),
    ),
  )
  return verdict.isGreen
}

/** Names of files that a whole run was narrowed to would widen the second look to all of them. @param {string} argument */
function isOption(argument) {
  return argument.startsWith('-')
}
