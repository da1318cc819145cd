import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lookAtEveryScreen } from './every-screen.ts'

/**
 * Takes pictures of every screen at four widths in both themes, asks axe, and ends with 1 where it finds something:
 * `node_modules/node/bin/node e2e/src/take-screens.ts <folder>`. The web has to be built.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say into which folder: node e2e/src/take-screens.ts <folder>')
const lines: string[] = []
const { screens, faults } = await lookAtEveryScreen(folder, (line) => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
})
await writeFile(join(folder, 'screens.txt'), `${lines.join('\n')}\n`)
process.stdout.write(`${screens} screens, ${faults.length} faults\n`)
process.exit(faults.length === 0 ? 0 : 1)
