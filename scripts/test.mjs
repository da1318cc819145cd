import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, pinnedNode, root, run } from './install.mjs'

/** `npm test`: installs what is missing, then every check: types, style, import rules, dead code, and all tests. */
ensureInstalled()
run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', 'check'])
run(pinnedNode, ['scripts/build-web.ts'])

const folder = mkdtempSync(join(tmpdir(), 'packhouse-test-'))
const results = join(folder, 'results.json')
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
]
const { status } = spawnSync(pinnedNode, [...vitest, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
summarise()
rmSync(folder, { recursive: true })

/** The closing line, in the form that a program can read. */
function summarise() {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'))
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  console.log(`${numPassedTests} passed, ${numFailedTests} failed${skipped}`)
  if (numPassedTests === 0) process.exitCode = 1
}
