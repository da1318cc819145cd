import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/** Files that the user who runs an installation has made; the first that exists decides who that is. */
const MADE_BY_ITS_USER = ['secrets.json', 'claims', 'sample-password']

/**
 * Refuses to start in a data folder that belongs to somebody else, before anything is made in it: what root makes there its
 * user may not read any more.
 * @throws ConfigError with the user to start as
 */
export async function checkOwner(dataDir: string): Promise<void> {
  const self = process.getuid?.()
  if (self === undefined) return
  const owner = await ownerOf(dataDir, self)
  if (owner === undefined || owner === self) return
  const me = self === 0 ? 'root' : `user ${self}`
  throw new ConfigError(
    `DATA_DIR ${dataDir} belongs to the user with the number ${owner}, and Packhouse was started as ${me}. ` +
      `Start it as that user (sudo -u '#${owner}' …, docker run --user ${owner} …), or set DATA_DIR to a folder of your own.`,
  )
}

/**
 * The user of the installation in the folder. Without one an ordinary user may use every folder that takes files, such as
 * one of a group; root only its own, as it could write to all.
 */
async function ownerOf(dataDir: string, self: number): Promise<number | undefined> {
  for (const name of MADE_BY_ITS_USER) {
    const owner = await uidOf(join(dataDir, name))
    if (owner !== undefined) return owner
  }
  return self === 0 ? await uidOf(dataDir) : undefined
}

async function uidOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  )
}
