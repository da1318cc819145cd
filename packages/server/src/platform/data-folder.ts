import { access, constants, mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from './config.ts'
import { thisUser } from './start-fault.ts'

const OTHER = 'Set DATA_DIR to a folder that this user may write to.'

/**
 * Creates the data folder if missing, and makes sure that it can be used, before anything is put into it.
 * @throws ConfigError where it cannot; then nothing is left behind
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const made: string[] = []
  try {
    await makeFolder(dataDir, made)
    await tryOut(dataDir)
  } catch (error) {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
    if (error instanceof ConfigError) throw error
    throw new ConfigError(await wordsFor(error as NodeJS.ErrnoException, dataDir), { cause: error })
  }
}

/** One folder after the other: a whole path at once hangs where the system takes no folders, as in /proc. */
async function makeFolder(folder: string, made: string[]): Promise<void> {
  const known = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (known?.isDirectory() === true) return
  if (known !== undefined) throw new ConfigError(`DATA_DIR: ${folder} is a file. ${OTHER}`)
  await makeFolder(dirname(folder), made)
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
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
