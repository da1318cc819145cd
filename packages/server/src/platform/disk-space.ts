import { statfs } from 'node:fs/promises'
import { clock, type Timer } from './clock.ts'
import { ConfigError } from './config.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'

const LOOK_MS = 1_000
/** What a failed write has reported is believed for so long: writes that wait are tried every two seconds or so. */
const TOLD_MS = 6_000
const MEBIBYTE = 1024 * 1024

/** What lies on a disk, as the health call names it. */
export type DiskUse = 'data folder' | 'database' | 'write-ahead log of the database'

/** Watches how much room is left on the disks of the product, and says so while one is full. */
export class DiskSpace {
  readonly #minFreeBytes: number
  readonly #issues: IssueLog
  readonly #folders = new Map<string, DiskUse>()
  #timer: Timer | undefined
  #isLooking = false
  #isFull = false
  /** What lies on the disk that was found full last; without any found, it is one that only the database can see. */
  #use: DiskUse = 'database'
  #toldAt = Number.NEGATIVE_INFINITY

  /** @param minFreeBytes a disk with less room counts as full */
  constructor(minFreeBytes: number, log: Log) {
    this.#minFreeBytes = minFreeBytes
    this.#issues = new IssueLog(log, 'The disk has room again')
  }

  /** Watches the disk of a folder too. */
  watch(folder: string, use: DiskUse): void {
    this.#folders.set(folder, use)
  }

  start(): void {
    this.#timer = clock.every(LOOK_MS, () => void this.look())
    this.#timer.unref()
  }

  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }

  /** Takes note that a write has failed for want of room, wherever it was: also of quotas, and of the disks of others. */
  markFull(): void {
    this.#toldAt = clock.monotonic()
    void this.look()
  }

  /** Takes note that what had failed was written: what was reported before is over. */
  written(): void {
    this.#toldAt = Number.NEGATIVE_INFINITY
    void this.look()
  }

  /** What is wrong and what to do; undefined while there is room. */
  healthIssue(): string | undefined {
    const isReported = clock.monotonic() - this.#toldAt < TOLD_MS
    return this.#isFull || isReported ? words(this.#use) : undefined
  }

  /** Looks at the disks once. A disk that answers nothing is waited for by one look alone. */
  async look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const full = await this.#firstFull()
      this.#isFull = full !== undefined
      this.#use = full ?? this.#use
      this.#log()
    } finally {
      this.#isLooking = false
    }
  }

  /** @throws ConfigError where a disk has too little room for a start */
  async assertRoom(): Promise<void> {
    for (const folder of this.#folders.keys()) {
      const free = await freeBytes(folder)
      if (free !== undefined && free < this.#minFreeBytes) throw new ConfigError(noRoom(folder))
    }
  }

  /** How much is used of the disk that is fullest, for this user; undefined where none can be asked. */
  async usage(): Promise<{ usedBytes: number; totalBytes: number } | undefined> {
    const disks = await Promise.all([...this.#folders.keys()].map((folder) => statfs(folder).catch(() => undefined)))
    const used = disks.flatMap((disk) => {
      if (disk === undefined || disk.blocks === 0) return []
      const usedBytes = (disk.blocks - disk.bfree) * disk.bsize
      return [{ usedBytes, totalBytes: usedBytes + disk.bavail * disk.bsize }]
    })
    return used.sort((one, other) => other.usedBytes / other.totalBytes - one.usedBytes / one.totalBytes)[0]
  }

  async #firstFull(): Promise<DiskUse | undefined> {
    for (const [folder, use] of this.#folders) {
      const free = await freeBytes(folder)
      if (free !== undefined && free < this.#minFreeBytes) return use
    }
    return undefined
  }

  #log(): void {
    const issue = this.healthIssue()
    if (issue === undefined) this.#issues.end()
    else this.#issues.meet(issue, { minFreeMiB: Math.floor(this.#minFreeBytes / MEBIBYTE) })
  }
}

/** What an operator reads of a start for which there is no room. */
export function noRoom(folder: string): string {
  return [
    `The disk of ${folder} is full. Nothing is lost. Make room on it, then start again.`,
    'A disk with less free space than DISK_MIN_FREE_MB counts as full: PostgreSQL needs some to start.',
  ].join('\n')
}

function words(use: DiskUse): string {
  return `The disk of the ${use} is full; records wait. Make room, and they are stored.`
}

/** Room for this user, 0 where no further file can be made; undefined if the folder cannot be asked. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const room = await statfs(folder).catch(() => undefined)
  if (room === undefined) return undefined
  // File systems without a fixed number of files report no number.
  return room.files > 0 && room.ffree === 0 ? 0 : room.bavail * room.bsize
}
