import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinnedNode, root } from '../install.mjs'
import { RESULTS_VARIABLE } from './results-reporter.mjs'

/** @typedef {import('./results-reporter.mjs').RunResult} RunResult */

/**
 * @typedef {{ projects: string[], shard?: string, tags?: string, files?: readonly string[], isBrowser?: boolean }} TestRun which projects' files,
 *   or those that are named, of them a part such as `1/2`, and of those the tests whose tags fit, such as `!long`; a run with a browser is beside no other such run; names in `args` narrow `files`
 */

/**
 * One process of Vitest.
 * @param {TestRun} run
 * @param {{ args?: string[], cwd?: string, stdio?: import('node:child_process').StdioOptions }} [options] `args` for Vitest, such as names of files
 * @returns {Promise<RunResult>} a process that ends without results has an error that says so
 */
export async function runVitest(
  { projects, shard, tags, files = [] },
  { args = [], cwd = root, stdio = 'inherit' } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'packhouse-test-'))
  const results = join(folder, 'results.json')
  const ended = await new Promise((resolve, reject) => {
    const child = spawn(
      pinnedNode,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${fileURLToPath(new URL('results-reporter.mjs', import.meta.url))}`,
        '--passWithNoTests',
        ...projects.flatMap((project) => ['--project', project]),
        ...(shard === undefined ? [] : ['--shard', shard]),
        ...(tags === undefined ? [] : [`--tags-filter=${tags}`]),
        ...(args.some((arg) => !arg.startsWith('-')) ? [] : files),
        ...args,
      ],
      { cwd, stdio, env: { ...process.env, [RESULTS_VARIABLE]: results } },
    )
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  try {
    if (existsSync(results)) return explained(JSON.parse(readFileSync(results, 'utf8')), ended)
    return { files: [], errors: [`The run of ${projects.join(', ')} ended with ${ended} and without results.`] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Vitest ends with another code than 0 also for what it reports nowhere else, such as a set-up that could not be undone.
 * @param {RunResult} result
 * @param {number | string} ended
 * @returns {RunResult}
 */
function explained(result, ended) {
  const isExplained = ended === 0 || result.errors.length > 0 || result.files.some(({ hasFailed }) => hasFailed)
  return isExplained ? result : { ...result, errors: [`Vitest ended with ${ended}; what it printed says why.`] }
}
