import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, pinnedNode, root, run } from './install.mjs'

/** `npm test`: installs what is missing, then every check: types, style, import rules, dead code, and all tests. */
ensureInstalled()
run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', 'check'])
run(pinnedNode, ['scripts/build-web.ts'])
run(pinnedNode, ['e2e/src/unpack-chromium.ts'])

/**
 * Three runs of about the same length at once, one file at a time in each: a browser mostly waits, and what needs none
 * fills the pauses. On two cores more workers only make the browsers wait for them.
 */
const runs = [['api'], ['unit', 'isolated', 'e2e'], ['office']]

const folder = mkdtempSync(join(tmpdir(), 'packhouse-test-'))
const codes = await Promise.all(runs.map((projects, index) => runTests(projects, resultsOf(index))))
process.exitCode = Math.max(...codes)
summarise()
rmSync(folder, { recursive: true })

/** @param {number} index of the run */
function resultsOf(index) {
  return join(folder, `results-${index}.json`)
}

/**
 * @param {string[]} projects
 * @param {string} results file for the counts
 * @returns {Promise<number>} the code with which the run ended
 */
function runTests(projects, results) {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    '--passWithNoTests',
    ...projects.flatMap((project) => ['--project', project]),
  ]
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, [...vitest, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** The closing line, in the form that a program can read. */
function summarise() {
  const all = runs.map((_, index) => JSON.parse(readFileSync(resultsOf(index), 'utf8')))
  /** @param {string} name */
  const sum = (name) => all.reduce((total, results) => total + results[name], 0)
  const skipped = sum('numPendingTests') > 0 ? `, ${sum('numPendingTests')} skipped` : ''
  console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed${skipped}`)
  if (sum('numPassedTests') === 0) process.exitCode = 1
}
