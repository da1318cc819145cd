import { mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { EarlierVersion } from './earlier-version.ts'
import { git, REPOSITORY } from './git.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const SERVER = 'packages/server'

/** Code of an earlier version that can be started. */
export interface CheckedOutVersion {
  /** Its `main.ts`. */
  main: string
  /** Packages that it needs in another version than the one that is installed, or that are not installed. */
  lacking: string[]
  remove: () => Promise<void>
}

/** Puts the code of a commit into a folder of its own, with the packages that are installed here. */
export async function checkOut({ commit }: EarlierVersion): Promise<CheckedOutVersion> {
  const { path, remove } = await makeTemporaryFolder('version')
  try {
    const code = join(path, 'code')
    // An index of its own: that of whoever works here stays as it is.
    const index = { GIT_INDEX_FILE: join(path, 'index') }
    await git(['read-tree', commit], index)
    await git(['checkout-index', '--all', `--prefix=${code}/`], index)
    await linkPackages(code)
    return { main: join(code, SERVER, 'src/main.ts'), lacking: await lackingPackages(code), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Links what is installed. Of our own packages the code has those of its commit. */
async function linkPackages(code: string): Promise<void> {
  const from = join(REPOSITORY, 'node_modules')
  const to = join(code, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (name.startsWith('.')) continue
    if (!name.startsWith('@')) {
      await symlink(join(from, name), join(to, name))
      continue
    }
    await mkdir(join(to, name))
    for (const part of await readdir(join(from, name))) {
      const place = await realpath(join(from, name, part))
      const own = await ownPackage(REPOSITORY, place)
      await symlink(own === undefined ? place : join(code, own), join(to, name, part))
    }
  }
}

/** Follows our own packages from the server on. */
async function lackingPackages(code: string): Promise<string[]> {
  const lacking: string[] = []
  const own = new Set([SERVER])
  for (const folder of own) {
    const { dependencies = {} } = await readPackage(join(code, folder))
    for (const [name, wanted] of Object.entries(dependencies)) {
      const place = await realpath(join(code, 'node_modules', name)).catch(() => undefined)
      const version = place === undefined ? 'none' : (await readPackage(place)).version
      if (version !== wanted) lacking.push(`${name} ${wanted} (${version} is installed)`)
      const next = place === undefined ? undefined : await ownPackage(code, place)
      if (next !== undefined) own.add(next)
    }
  }
  return lacking
}

/** Where in a repository one of its own packages is; undefined for what is installed or elsewhere. */
async function ownPackage(repository: string, place: string): Promise<string | undefined> {
  const own = relative(await realpath(repository), place)
  return own.startsWith('..') || own.split(sep).includes('node_modules') ? undefined : own
}

async function readPackage(folder: string): Promise<{ version?: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
