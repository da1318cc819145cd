import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'

/**
 * `npm run sbom [FILE]`: writes the bill of materials (CycloneDX, JSON) of what the product runs and is built with, with the version, the licence and the
 * SHA-512 of each package of the lock file. It asks no registry.
 */
const file = process.argv[2] ?? join(root, 'dist', 'sbom.cdx.json')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const made = spawnSync(npm, ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  shell: npm.endsWith('.cmd'),
  maxBuffer: 64 * 1024 * 1024,
})
if (made.status !== 0) {
  console.error(`npm could not make the bill of materials: ${made.stderr || made.error?.message}`)
  process.exit(1)
}
const bill = JSON.parse(made.stdout)
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// npm names the product after its folder.
Object.assign(bill.metadata.component, { name, type: 'application' })
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${bill.components.length} components of ${name} ${version}: ${file}`)
