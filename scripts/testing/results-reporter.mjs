import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Where the results go: a path that `runVitest` gives, since a reporter that is named on the command line has no options. */
export const RESULTS_VARIABLE = 'TEST_RESULTS_FILE'

/**
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ file: string, project: string, hasFailed: boolean, ms: number, passed: number, failed: number, skipped: number, failures: Failure[], tags?: string }} FileResult
 *   `file` is relative to the root; of its tests those were to run whose tags fit, and no others are counted; what a hook or the file itself failed with is a failure with the name of its suite
 * @typedef {{ files: FileResult[], errors: string[] }} RunResult `errors` are those outside of tests
 */

/** Writes what became of each file, and what went wrong outside of them. */
export default class ResultsReporter {
  /** @type {string} */
  #root = ''
  /** @type {string | undefined} */
  #tags

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#root = vitest.config.root
    this.#tags = vitest.config.tagsFilter?.[0]
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string, stack?: string }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const path = process.env[RESULTS_VARIABLE]
    if (path === undefined) throw new Error(`${RESULTS_VARIABLE} names no file.`)
    const files = modules.map((module) => fileResult(module, this.#root, this.#tags))
    const notRun = modules.filter((module) => ['queued', 'pending'].includes(module.state()))
    const errors = [
      ...unhandled.map(textOf),
      ...notRun.map(({ moduleId }) => `${relative(this.#root, moduleId)} did not run to its end.`),
    ]
    writeFileSync(path, JSON.stringify({ files, errors }))
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @param {string} root
 * @param {string} [tags]
 * @returns {FileResult}
 */
function fileResult(module, root, tags) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures = module.errors().map((error) => ({ name: 'the file', message: textOf(error) }))
  for (const suite of module.children.allSuites())
    failures.push(...suite.errors().map((error) => ({ name: suite.fullName, message: textOf(error) })))
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'pending' || (state === 'skipped' && isLeftOut(test, tags))) continue
    counts[state]++
    if (state === 'failed') failures.push({ name: test.fullName, message: (errors ?? []).map(textOf).join('\n') })
  }
  return {
    file: relative(root, module.moduleId),
    project: module.project.name,
    hasFailed: module.state() === 'failed',
    ms: Math.round(module.diagnostic().duration),
    ...counts,
    failures,
    tags,
  }
}

/**
 * Whether a test was not to run at all: the other suite has it.
 * @param {import('vitest/node').TestCase} test
 * @param {string} [tags] one tag, or `!` and a tag
 */
function isLeftOut(test, tags) {
  if (tags === undefined) return false
  return test.tags.includes(tags.replace('!', '')) === tags.startsWith('!')
}

/**
 * The stack begins with the message in V8, but not where an assertion library has changed the message afterwards.
 * @param {{ message?: string, stack?: string, diff?: string }} error
 */
function textOf({ message = '', stack = '', diff }) {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return [message, ...(diff === undefined ? [] : [diff]), ...places].join('\n')
}
