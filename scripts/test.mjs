import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureInstalled, pinnedNode, root, run } from './install.mjs'

/** `npm test`: installs what is missing, then every check: types, style, import rules, dead code, and all tests. */
ensureInstalled()
run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', 'check'])
run(pinnedNode, ['scripts/build-web.ts'])
run(pinnedNode, ['e2e/src/unpack-chromium.ts'])
run(pinnedNode, ['e2e/src/prepare-ready-data.ts'])

/** Lines of a failure in the closing report; each run has printed it whole. */
const MESSAGE_LINES = 12

/**
 * Four lanes at once, one file at a time in each: what is tested with a database waits half of its time, and the others fill its
 * pauses. On two cores more of them make the browsers wait: five took as long, and what waits is what fails.
 */
const LANES = 4

/**
 * A lane that is free takes the next one, so that all end at about the same time. The longest come first. Each run loads what it tests
 * and starts what its files share, which takes half a minute of a core: more parts cost more than they even out.
 */
const runs = [
  { projects: ['unit', 'web', 'isolated', 'e2e'] },
  { projects: ['api'], shard: '1/2' },
  { projects: ['api'], shard: '2/2' },
  ...['1/2', '2/2'].map((shard) => ({ projects: ['office'], shard })),
]

const folder = mkdtempSync(join(tmpdir(), 'packhouse-test-'))
const waiting = runs.entries()
const codes = (await Promise.all(Array.from({ length: LANES }, runLane))).flat()
process.exitCode = Math.max(...codes)
summarise()
rmSync(folder, { recursive: true })

/**
 * Takes one run after the other until none waits.
 * @returns {Promise<number[]>} the codes with which they ended
 */
async function runLane() {
  const ended = []
  for (const [index, one] of waiting) ended.push(await runTests(one, resultsOf(index)))
  return ended
}

/** @param {number} index of the run */
function resultsOf(index) {
  return join(folder, `results-${index}.json`)
}

/**
 * @param {{ projects: string[], shard?: string }} run which of the projects' files, such as `1/2`; default: all
 * @param {string} results file for the counts
 * @returns {Promise<number>} the code with which the run ended
 */
function runTests({ projects, shard }, results) {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    '--passWithNoTests',
    ...projects.flatMap((project) => ['--project', project]),
    ...(shard === undefined ? [] : ['--shard', shard]),
  ]
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, [...vitest, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** What failed in any of the runs, and the closing line in the form that a program can read: whoever reads the end knows all. */
function summarise() {
  /** @type {import('vitest/node').JsonTestResults[]} */
  const all = runs.map((_, index) => JSON.parse(readFileSync(resultsOf(index), 'utf8')))
  for (const { name: file, message, assertionResults } of all.flatMap(({ testResults }) => testResults)) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (message) console.log(`\nFAILED ${relative(root, file)}\n${shorten(message)}`)
    for (const { fullName, failureMessages } of failed)
      console.log(`\nFAILED ${relative(root, file)}: ${fullName}\n${(failureMessages ?? []).map(shorten).join('\n')}`)
  }
  /** @param {'numPassedTests' | 'numFailedTests' | 'numPendingTests'} name */
  const sum = (name) => all.reduce((total, results) => total + results[name], 0)
  const skipped = sum('numPendingTests') > 0 ? `, ${sum('numPendingTests')} skipped` : ''
  console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed${skipped}`)
  if (sum('numPassedTests') === 0) process.exitCode = 1
}

/** @param {string} message of a failure, with its stack */
function shorten(message) {
  return message
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, MESSAGE_LINES)
    .join('\n')
}
