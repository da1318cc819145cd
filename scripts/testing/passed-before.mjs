import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../install.mjs'

const STORE = join(root, 'node_modules/.cache/tests-passed.json')

/** What a project's tests run on; other files cannot change how they end. @type {Record<string, RegExp>} */
const inputs = {
  web: /^packages\/(?:web|contract|messages)\/|^[^/]+$/,
  unit: /^(?:packages|bench|scripts)\/|^[^/]+$/,
  api: /^packages\/(?:server|contract|messages|simulator)\/|^[^/]+$/,
}
const everything = /./

/**
 * Knows which tests have passed with these very inputs, so that they need not run again.
 * @param {readonly string[]} files all of the checkout, paths from the root
 */
export function passedBefore(files) {
  /** @type {Record<string, string>} */
  const passed = existsSync(STORE) ? JSON.parse(readFileSync(STORE, 'utf8')) : {}
  /** @param {string} project */
  const hashOf = (project) => {
    const hash = createHash('sha256')
    for (const file of files.filter((file) => (inputs[project] ?? everything).test(file) && !file.endsWith('.md')))
      hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
    return hash.digest('hex')
  }
  return {
    /** @param {import('./reach.mjs').Reached} run */
    has: (run) => passed[keyOf(run)] === hashOf(run.project),
    /** @param {import('./reach.mjs').Reached} run */
    note: (run) => {
      passed[keyOf(run)] = hashOf(run.project)
      mkdirSync(dirname(STORE), { recursive: true })
      writeFileSync(STORE, JSON.stringify(passed))
    },
  }
}

/** @param {import('./reach.mjs').Reached} run */
function keyOf({ project, paths }) {
  return `${project} ${paths.join(' ')}`
}
