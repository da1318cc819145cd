import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

/**
 * The test files below a folder in which a test has the tag `long`, relative to the root.
 * @param {string} folder relative to the root
 * @returns {string[]}
 */
export function taggedFiles(folder) {
  return filesIn(folder)
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("tags: ['long']"))
    .toSorted()
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isFile()) return [path]
    return entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist' ? filesIn(path) : []
  })
}
