import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory, which every user may enter. */
const MEMORY = '/dev/shm'
/** Room for the clusters of all runs of a `npm test`, with as much to spare. */
const ROOM_BYTES = 3 * 1024 ** 3

/** Its own folder, and the function that removes it with all that is in it. */
export interface TemporaryFolder {
  path: string
  remove: () => Promise<void>
}

/**
 * Makes a folder that every user may enter: run as root, the product would move a PostgreSQL out of one that its user
 * cannot reach, and it would never be removed from there.
 */
export async function makeTemporaryFolder(name: string): Promise<TemporaryFolder> {
  return await makeFolderIn(tmpdir(), name)
}

/**
 * The same for what is not about data on the disk, in memory where there is room: to make and delete the hundreds of files of a
 * database again and again is a sixth of the work of the API tests on a disk.
 */
export async function makeVolatileFolder(name: string): Promise<TemporaryFolder> {
  return await makeFolderIn((await hasRoomInMemory()) ? MEMORY : tmpdir(), name)
}

async function makeFolderIn(place: string, name: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(place, `packhouse-${name}-`))
  await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Whether there is a file system in memory, and room in it for what tests need. */
export async function hasRoomInMemory(): Promise<boolean> {
  if (process.platform !== 'linux' || process.availableMemory() < ROOM_BYTES) return false
  const room = await statfs(MEMORY).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize >= ROOM_BYTES
}
