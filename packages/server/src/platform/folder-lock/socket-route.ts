import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Room of the name of a file below the folder. */
const NAME_BYTES = 32
/** What every Unix takes as the path of a socket: macOS 103 bytes, Linux 107. */
const PATH_BYTES = 103

/** A way to a folder that is short enough for the addresses of sockets in it. */
export interface SocketRoute {
  path: string
  remove: () => Promise<void>
}

/** The folder itself, or for a deep one a symbolic link to it in the system's temporary folder. */
export async function socketRouteTo(folder: string): Promise<SocketRoute> {
  if (Buffer.byteLength(folder) + NAME_BYTES <= PATH_BYTES) return { path: folder, remove: async () => undefined }
  const around = await mkdtemp(join(tmpdir(), 'ph-'))
  const path = join(around, 'l')
  await symlink(folder, path)
  return { path, remove: () => rm(around, { recursive: true, force: true }) }
}
