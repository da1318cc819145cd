import { spawnSync } from 'node:child_process'
import { ensureInstalled, pinnedNode, root, run } from './install.mjs'

/**
 * `npm run test:changed [base]`: types and style, and the tests that the changes since `base` (default: the last commit) reach by their
 * imports. Left to `npm test`: browser tests and those in `*.isolated.test.ts`, which reach the whole product as a process; import
 * rules and dead code; and what tests read without importing it, such as migrations and documentation.
 */
const base = process.argv[2] ?? 'HEAD'

ensureInstalled()
if (spawnSync('git', ['rev-parse', '--verify', '--quiet', base], { cwd: root }).status !== 0) {
  console.error(`There is no commit ${base}. Name one that exists, such as HEAD~3.`)
  process.exit(2)
}
run('npm', ['run', '--silent', 'check:types'])
run('npm', ['run', '--silent', 'check:style'])
run(pinnedNode, [
  'node_modules/vitest/vitest.mjs',
  'run',
  `--changed=${base}`,
  '--passWithNoTests',
  ...['unit', 'web', 'api'].flatMap((project) => ['--project', project]),
])
