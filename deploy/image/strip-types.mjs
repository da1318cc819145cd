import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/**
 * `node strip-types.mjs packages`: takes types out of the sources, which every start would do otherwise. Spaces take their place, so that lines
 * and columns in errors are those of the sources.
 */
const [folder] = process.argv.slice(2)
for (const name of globSync('*/src/**/*.ts', { cwd: folder })) {
  const file = join(folder, name)
  writeFileSync(file, stripTypeScriptTypes(readFileSync(file, 'utf8')))
}
