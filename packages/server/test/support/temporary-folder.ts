import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own, and the function that removes it with all that is in it. */
export interface TemporaryFolder {
  path: string
  remove: () => Promise<void>
}

/**
 * Makes a folder that every user may enter: run as root, the product would move a PostgreSQL out of one that its user
 * cannot reach, and nobody would remove it from there.
 */
export async function makeTemporaryFolder(name: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `packhouse-${name}-`))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
