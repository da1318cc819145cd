import { access, constants, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { checkOwner } from '../../data-dir-owner.ts'
import { thisUser } from '../../start-fault.ts'
import { type Check, type Finding, fault, warning } from '../check.ts'

/** Entries that are looked at. */
const MOST = 1_000
/** What belongs to a user of its own where root starts the product. */
const OF_DATABASE = 'postgres'
const OTHERS = 0o077
const PASSAGE = 0o011

/** Whose the data folder is, and who may read in it. */
export const dataFolder: Check = {
  name: 'data-folder',
  title: 'Data folder',
  async examine({ config: { dataDir } }) {
    const folder = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error)
    if (folder instanceof Error) {
      if (folder.code !== 'ENOENT')
        return [fault(`DATA_DIR ${dataDir} cannot be looked at (${folder.code}).`, 'Open it for this user.')]
      return [
        warning(
          `DATA_DIR ${dataDir} does not exist.`,
          'The first start makes it. If there is an installation, set DATA_DIR to its folder.',
        ),
      ]
    }
    if (!folder.isDirectory()) return [fault(`DATA_DIR ${dataDir} is a file.`, 'Set DATA_DIR to a folder.')]
    try {
      await checkOwner(dataDir)
      await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      if (error instanceof ConfigError) return [fault(error.message, 'Run this as the user who starts Packhouse.')]
      const what = `DATA_DIR ${dataDir} may not be written by ${thisUser()} (${(error as NodeJS.ErrnoException).code}).`
      return [
        fault(
          what,
          'Start Packhouse as the owner of the folder, or give it to the user who starts Packhouse (chown -R).',
        ),
      ]
    }
    return await modeFindings(dataDir)
  },
}

async function modeFindings(dataDir: string): Promise<Finding[]> {
  // Windows has no such rights.
  if (process.getuid === undefined) return []
  const self = process.getuid()
  const entries = (await readdir(dataDir)).filter((name) => name !== OF_DATABASE).slice(0, MOST)
  const open: string[] = []
  const foreign: string[] = []
  const folder = await stat(dataDir)
  if ((folder.mode & OTHERS & (self === 0 ? ~PASSAGE : ~0)) !== 0) open.push(dataDir)
  for (const name of entries) {
    const path = join(dataDir, name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) continue
    if ((found.mode & OTHERS) !== 0) open.push(path)
    if (found.uid !== self) foreign.push(path)
  }
  return [
    ...(open.length === 0
      ? []
      : [warning(`Other users may use ${named(open)}.`, 'The next start closes them. Find out who opened them.')]),
    ...(foreign.length === 0
      ? []
      : [fault(`${named(foreign)} belong to another user.`, `Give them to ${thisUser()} (chown -R).`)]),
  ]
}

function named(paths: string[]): string {
  const first = paths.slice(0, 3).join(', ')
  return paths.length > 3 ? `${first} and ${paths.length - 3} more` : first
}
