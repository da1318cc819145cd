import { randomBytes } from 'node:crypto'
import { open, realpath, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '../../clock.ts'
import { type Check, type Finding, fault, warning } from '../check.ts'

const MEBIBYTE = 1024 * 1024
/** Less than both calls for somebody soon. */
const LITTLE_BYTES = 2 * 1024 * MEBIBYTE
const LITTLE_PART = 0.05
const WRITES = 20
const PAGE_BYTES = 8_192
/** Each acknowledgement of records waits for one. */
const SLOW_MS = 30

/** Room on the disks of the data folder, the database and its write-ahead log, and how long they take to store something for good. */
export const disk: Check = {
  name: 'disk',
  title: 'Disk',
  async examine({ config, cluster }) {
    const folders = await Promise.all(
      [config.dataDir, join(config.dataDir, 'files'), cluster, join(cluster, 'pg_wal')].map((path) =>
        realpath(path).catch(() => undefined),
      ),
    )
    const there = [...new Set(folders.filter((path) => path !== undefined))]
    const rooms = await Promise.all(there.map((path) => roomFinding(path, config.diskMinFreeBytes)))
    const first = there[0] === undefined ? [] : await speedFinding(config.dataDir)
    return [...distinct(rooms.flat()), ...first]
  },
}

/** Folders of one disk have one finding: the first names it. */
function distinct(findings: (Finding & { disk: string })[]): Finding[] {
  const seen = new Set<string>()
  return findings.flatMap(({ disk: id, ...finding }) => {
    if (seen.has(id)) return []
    seen.add(id)
    return [finding]
  })
}

async function roomFinding(path: string, leastBytes: number): Promise<(Finding & { disk: string })[]> {
  const room = await statfs(path).catch(() => undefined)
  if (room === undefined) return []
  const free = room.bavail * room.bsize
  const id = `${room.type} ${room.blocks} ${room.bfree} ${room.files}`
  const remedy = 'Make room on it, or move the folder to a larger disk.'
  const left = `The disk of ${path} has ${Math.floor(free / MEBIBYTE)} MiB left`
  if (room.files > 0 && room.ffree === 0)
    return [{ ...fault(`The disk of ${path} takes no further files (inodes).`, remedy), disk: id }]
  if (free < leastBytes) return [{ ...fault(`${left}, which counts as full (DISK_MIN_FREE_MB).`, remedy), disk: id }]
  if (free < LITTLE_BYTES && free < room.blocks * room.bsize * LITTLE_PART)
    return [{ ...warning(`${left}.`, remedy), disk: id }]
  return []
}

/** Writes pages to a file of its own and has each stored for good, which every commit of the database does. */
async function speedFinding(folder: string): Promise<Finding[]> {
  const path = join(folder, `.doctor-${process.pid}-${randomBytes(4).toString('hex')}`)
  const file = await open(path, 'wx', 0o600).catch(() => undefined)
  // Whether it may be written is the matter of another check.
  if (file === undefined) return []
  try {
    const times: number[] = []
    const page = Buffer.alloc(PAGE_BYTES)
    for (let count = 0; count < WRITES; count++) {
      const start = clock.monotonic()
      await file.write(page, 0, PAGE_BYTES, 0)
      await file.datasync()
      times.push(clock.monotonic() - start)
    }
    const median = times.sort((one, other) => one - other)[WRITES / 2] ?? 0
    return speedWords(folder, median)
  } catch (error) {
    const { code = 'for a reason unknown' } = error as NodeJS.ErrnoException
    return [fault(`The disk of ${folder} does not store what is written (${code}).`, 'Make room on it, or replace it.')]
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

/** @param median of the time of a write, ms */
export function speedWords(folder: string, median: number): Finding[] {
  if (median < SLOW_MS) return []
  return [
    warning(
      `The disk of ${folder} takes ${Math.round(median)} ms to store a page for good (fsync), and every acknowledgement waits for that.`,
      'Move the data folder to a faster disk: an SSD, not a network share.',
    ),
  ]
}
