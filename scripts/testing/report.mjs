/** @typedef {import('./results-reporter.mjs').FileResult} FileResult */

import { MOST_UNSTEADY } from './verdict.mjs'

/** Lines of a failure, with what was on the screen of a browser test; the run has printed it whole. */
const MESSAGE_LINES = 120
const SLOWEST = 10

/**
 * The end of a suite: whoever reads only this knows all. The closing line has a form that programs read.
 * @param {ReturnType<typeof import('./verdict.mjs').verdictOf>} verdict
 * @param {readonly FileResult[]} files of the first runs
 * @returns {string}
 */
export function reportOf(verdict, files) {
  const { failed, unsteady, errors, passed, failedTests, skipped } = verdict
  return [
    ...slowestOf(files),
    ...failed.flatMap((result) => failuresOf('FAILED', result)),
    ...errors.map((error) => `\nFAILED outside of tests:\n${shorten(error)}`),
    ...unsteadyOf(unsteady),
    `${passed} passed, ${failedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n')
}

/** @param {readonly FileResult[]} files */
function slowestOf(files) {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  if (slowest.length === 0) return []
  return ['\nSlowest files:', ...slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)]
}

/** @param {readonly FileResult[]} unsteady */
function unsteadyOf(unsteady) {
  if (unsteady.length === 0) return []
  const verdict =
    unsteady.length > MOST_UNSTEADY
      ? `That are more than ${MOST_UNSTEADY}: the suite has failed.`
      : 'Find the cause of each before anything else, and note it in tests/unsteady.md.'
  return [
    `\nUNSTEADY: failed, and passed when run again alone. ${verdict}`,
    ...unsteady.flatMap((result) => failuresOf('UNSTEADY', result)),
    '',
  ]
}

/**
 * @param {string} word
 * @param {FileResult} result
 */
function failuresOf(word, { file, failures }) {
  if (failures.length === 0) return [`\n${word} ${file}`]
  return failures.map(({ name, message }) => `\n${word} ${file}: ${name}\n${shorten(message)}`)
}

/** @param {string} message with its stack */
function shorten(message) {
  return message
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, MESSAGE_LINES)
    .join('\n')
}
