import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { plantedFaults } from './testing/planted-faults.mjs'
import { runVitest } from './testing/run-vitest.mjs'

/**
 * `npm run test:planted [-- words of a name]`: plants one fault after the other and asks those tests of the gate that have to find it. A fault that
 * stays green is a hole in the gate. The files are put back, also after Ctrl-C; they must not have changes of their own.
 */
const words = process.argv.slice(2).join(' ')
const chosen = plantedFaults.filter(({ name }) => name.includes(words))
/** @type {(() => void) | undefined} */
let putBack
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    putBack?.()
    process.exit(1)
  })

ensureInstalled()
const changed = spawnSync('git', ['status', '--porcelain', ...new Set(chosen.map(({ file }) => file))], {
  cwd: root,
  encoding: 'utf8',
}).stdout
if (changed !== '') {
  console.error(`Commit or stash these first:\n${changed}`)
  process.exit(2)
}
let found = 0
for (const fault of chosen) {
  const isFound = await isCaught(fault)
  if (isFound) found++
  console.log(`${isFound ? 'found  ' : 'MISSED '} ${fault.name}`)
}
console.log(`${found} of ${chosen.length} planted faults found`)
process.exitCode = chosen.length > 0 && found === chosen.length ? 0 : 1

/**
 * @param {import('./testing/planted-faults.mjs').PlantedFault} fault
 * @returns {Promise<boolean>} whether at least one of the tests that have to find it fails, and all of them run
 */
async function isCaught({ file, find, plant, caughtBy }) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`)
  putBack = () => writeFileSync(path, text)
  try {
    writeFileSync(
      path,
      text.replace(find, () => plant),
    )
    const checks = caughtBy.filter((one) => one.startsWith('check:'))
    const files = caughtBy.filter((one) => !one.startsWith('check:'))
    const failed = checks.filter((check) => spawnSync('npm', ['run', '--silent', check], { cwd: root }).status !== 0)
    if (failed.length > 0 || files.length === 0) return failed.length > 0
    const result = await runVitest({ projects: [] }, { args: files, stdio: 'ignore' })
    return result.files.length === files.length && result.files.some(({ hasFailed }) => hasFailed)
  } finally {
    putBack()
    putBack = undefined
  }
}
