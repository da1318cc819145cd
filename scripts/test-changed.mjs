import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, pinnedNode, root, run } from './install.mjs'
import { passedBefore } from './testing/passed-before.mjs'
import { reachOf } from './testing/reach.mjs'

/**
 * `npm run test:changed [base]`: the checks, and the tests of what changed since `base` (default: the last commit), as far as they have not
 * passed with the same files before. A change that everything stands on runs the tests that its imports reach. What others make of a
 * changed area, and the browser, are left to `npm test`.
 */
const base = process.argv[2] ?? 'HEAD'

ensureInstalled()
if (git('rev-parse', '--verify', '--quiet', base) === undefined) {
  console.error(`There is no commit ${base}. Name one that exists, such as HEAD~3.`)
  process.exit(2)
}
const exists = (/** @type {string} */ path) => existsSync(join(root, path))
const lines = (/** @type {string[]} */ ...args) =>
  git(...args)
    ?.split('\n')
    .filter(Boolean) ?? []
const added = lines('ls-files', '--others', '--exclude-standard')
const { isAll, runs } = reachOf([...lines('diff', '--name-only', base), ...added], exists)
const passed = passedBefore([...lines('ls-files'), ...added].filter(exists))

run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', 'check'])
if (isAll) vitest(['unit', 'web', 'api'], [`--changed=${base}`])
for (const reached of runs) {
  if (passed.has(reached)) {
    console.log(`Passed before with the same files: ${reached.project} ${reached.paths.join(' ')}`)
    continue
  }
  vitest([reached.project], reached.paths)
  passed.note(reached)
}

/** @param {string[]} args @returns what it printed; undefined where it failed */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

/** @param {string[]} projects @param {string[]} args */
function vitest(projects, args) {
  const chosen = projects.flatMap((project) => ['--project', project])
  run(pinnedNode, ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...chosen, ...args])
}
