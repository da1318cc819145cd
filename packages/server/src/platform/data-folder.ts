import { access, chmod, constants, mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from './config.ts'
import type { Log } from './log.ts'
import { thisUser } from './start-fault.ts'

const OTHER = 'Set DATA_DIR to a folder that this user may write to.'

/** What may be open to others: a database of ours that runs as another user than root has to pass through the folder, and can list nothing. */
const PASSAGE = 0o711
const CLOSED = 0o700
const CLOSED_FILE = 0o600
/** The folder of the database, which belongs to its own user and is watched over by PostgreSQL. */
const OF_DATABASE = 'postgres'

/**
 * Creates the data folder if missing, closed to others, and makes sure that it can be used, before anything is put into it.
 * @param hasDatabase whether the embedded database lies in it
 * @throws ConfigError where it cannot; then nothing is left behind
 */
export async function prepareDataFolder(dataDir: string, hasDatabase: boolean): Promise<void> {
  const made: string[] = []
  try {
    await makeFolder(dataDir, made, modeOf(hasDatabase))
    await tryOut(dataDir)
  } catch (error) {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
    if (error instanceof ConfigError) throw error
    throw new ConfigError(await wordsFor(error as NodeJS.ErrnoException, dataDir), { cause: error })
  }
}

/**
 * Takes the rights of others away from a data folder that was made by a version before this one, or opened since, and from what lies in it.
 * It never gives any. What is corrected is logged.
 */
export async function closeDataFolder(dataDir: string, hasDatabase: boolean, log: Log): Promise<void> {
  // Windows has no such rights.
  if (process.getuid === undefined) return
  await close(dataDir, modeOf(hasDatabase), log)
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.name === OF_DATABASE || !(entry.isDirectory() || entry.isFile())) continue
    await close(join(dataDir, entry.name), entry.isDirectory() ? CLOSED : CLOSED_FILE, log)
  }
}

function modeOf(hasDatabase: boolean): number {
  return hasDatabase && process.getuid?.() === 0 ? PASSAGE : CLOSED
}

async function close(path: string, allowed: number, log: Log): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return
  const mode = found.mode & 0o777
  const closed = mode & (allowed | 0o700)
  if (mode === closed) return
  const rights = { path, before: mode.toString(8), after: closed.toString(8) }
  await chmod(path, closed).then(
    () => log.warn(rights, 'Others could read in the data folder; it was closed to them'),
    ({ code }: NodeJS.ErrnoException) =>
      log.warn({ ...rights, code }, 'Others can read in the data folder, and it cannot be closed to them'),
  )
}

/** One folder after the other: a whole path at once hangs where the system takes no folders, as in /proc. */
async function makeFolder(folder: string, made: string[], mode?: number): Promise<void> {
  const known = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (known?.isDirectory() === true) return
  if (known !== undefined) throw new ConfigError(`DATA_DIR: ${folder} is a file. ${OTHER}`)
  await makeFolder(dirname(folder), made)
  await mkdir(folder, mode === undefined ? {} : { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another start may have made it in the meantime.
    if (error.code !== 'EEXIST') throw error
  })
  made.push(folder)
}

async function tryOut(dataDir: string): Promise<void> {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  // Only a file that was written proves it, whatever the rights say.
  const file = join(dataDir, `.write-test-${process.pid}`)
  try {
    await writeFile(file, 'x', { flush: true })
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

async function wordsFor({ code, path }: NodeJS.ErrnoException, dataDir: string): Promise<string> {
  const place = `DATA_DIR ${dataDir}`
  switch (code) {
    case 'EROFS':
      return `${place} lies on a file system that is read-only. ${OTHER}`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${place} lies on a disk that is full. Nothing is lost. Make room on it, then start again.`
    case 'ENOTDIR':
      return `${place} leads through a file. ${OTHER}`
    case 'EACCES':
    case 'EPERM':
      return `${place} may not be written by ${thisUser()}${await ownerOf(path ?? dataDir)}. ${OTHER}`
    default:
      return `${place} cannot be made or written (${code ?? 'for a reason unknown'}). ${OTHER}`
  }
}

async function ownerOf(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const known = await stat(folder).catch(() => undefined)
    if (known !== undefined) return `; ${folder} belongs to the user with the number ${known.uid}`
    if (folder === dirname(folder)) return ''
  }
}
