import { spawn } from 'node:child_process'
import { root } from './install.mjs'

/** `npm run check`: the types take one core two thirds of a minute, and the other checks, one after the other, have the second one. */
const rows = [['types'], ['style', 'imports', 'dead', 'texts']]
const codes = await Promise.all(rows.map(runRow))
process.exitCode = Math.max(...codes)

/**
 * @param {string[]} checks one after the other, until one finds something
 * @returns {Promise<number>} the code of the last one that ran
 */
async function runRow(checks) {
  for (const check of checks) {
    const code = await runScript(`check:${check}`)
    if (code !== 0) return code
  }
  return 0
}

/**
 * @param {string} name of a script of package.json
 * @returns {Promise<number>} the code with which it ended
 */
function runScript(name) {
  const windows = process.platform === 'win32'
  return new Promise((resolve, reject) => {
    const child = spawn(windows ? 'npm.cmd' : 'npm', ['run', '--silent', name], {
      cwd: root,
      stdio: 'inherit',
      shell: windows,
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
