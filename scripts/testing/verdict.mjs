/**
 * @typedef {import('./results-reporter.mjs').FileResult} FileResult
 * @typedef {import('./results-reporter.mjs').RunResult} RunResult
 */

/** More files that fail once and then pass are no busy machine any more. */
export const MOST_UNSTEADY = 5
/** With more failed files something is broken, and looking at each again would only take its time. */
export const MOST_LOOKS = 20

/**
 * The files that run once more, alone. None do where something failed outside of tests: that is red whatever they would show.
 * @param {readonly RunResult[]} first
 */
export function filesToRunAgain(first) {
  const failed = first.flatMap(({ files }) => files).filter(({ hasFailed }) => hasFailed)
  const isDecided = first.some(({ errors }) => errors.length > 0) || failed.length > MOST_LOOKS
  return isDecided ? [] : failed
}

/**
 * What a suite says in the end.
 * @param {readonly RunResult[]} first
 * @param {readonly RunResult[]} again of the files of `filesToRunAgain`
 * @returns {{ isGreen: boolean, failed: FileResult[], unsteady: FileResult[], errors: string[], passed: number, failedTests: number, skipped: number }}
 *   `unsteady` are the first results of files that passed alone; tests are counted as their last run found them
 */
export function verdictOf(first, again) {
  const last = new Map(again.flatMap(({ files }) => files).map((result) => [keyOf(result), result]))
  const files = first.flatMap((run) => run.files)
  const counted = files.map((result) => last.get(keyOf(result)) ?? result)
  const failed = counted.filter(({ hasFailed }) => hasFailed)
  const unsteady = files.filter((result) => result.hasFailed && last.get(keyOf(result))?.hasFailed === false)
  const errors = [...first, ...again].flatMap((run) => run.errors)
  /** @param {'passed' | 'failed' | 'skipped'} name */
  const sum = (name) => counted.reduce((total, result) => total + result[name], 0)
  const passed = sum('passed')
  const isGreen = failed.length === 0 && errors.length === 0 && unsteady.length <= MOST_UNSTEADY && passed > 0
  return { isGreen, failed, unsteady, errors, passed, failedTests: sum('failed'), skipped: sum('skipped') }
}

/** @param {FileResult} result */
function keyOf({ project, file }) {
  return `${project} ${file}`
}
