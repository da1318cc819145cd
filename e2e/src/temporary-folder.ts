import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that every user may enter: started by root, the database runs as another user. */
export async function temporaryFolder(name = 'packhouse-e2e-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name))
  await chmod(folder, 0o755)
  return folder
}
