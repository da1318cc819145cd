import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const HEADING = '## Out of the gate'

/**
 * The files that tests/unsteady.md takes out of the gate: the first column of the table under its heading.
 * @returns {string[]} paths from the root
 */
export function filesOutOfGate() {
  const text = readFileSync(join(root, 'tests/unsteady.md'), 'utf8')
  const rows = text.slice(text.indexOf(HEADING) + HEADING.length).matchAll(/^\| `([^`]+)` \|/gm)
  return Array.from(rows, ([, file = '']) => file)
}
