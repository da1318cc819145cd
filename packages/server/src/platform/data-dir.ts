import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clock } from './clock.ts'
import { ConfigError } from './config.ts'
import { checkOwner } from './data-dir-owner.ts'
import { FolderHeld, type FolderLock, lockFolder } from './folder-lock/folder-lock.ts'
import type { Log } from './log.ts'

/** Folder of the claims in the data folder. */
export const CLAIMS = 'claims'
/** The claim of versions before this one, which touched it every second. */
const EARLIER_CLAIM = 'process-id'
const EARLIER_WATCH_MS = 5_000
const EARLIER_LOOK_MS = 100

export interface DataDirOptions {
  log: Log
  /** Hears that the claim was taken away while this process runs: it has to end before it writes anything more. */
  onLost?: () => void
  /** How long somebody is waited for who does not answer. */
  patienceMs?: number
}

/**
 * Claims the data folder for this process, so that a second one does not take the database away from the first. Changes
 * nothing in a folder that it refuses.
 * @throws ConfigError while another process has it, or where it belongs to another user or cannot be written
 */
export async function claimDataDir(dataDir: string, options: DataDirOptions): Promise<FolderLock> {
  await checkOwner(dataDir)
  const lock = await lockDataDir(dataDir, options).catch((error: Error) => {
    throw inWords(error, dataDir)
  })
  try {
    await outwaitEarlierVersion(dataDir)
  } catch (error) {
    await lock.release()
    throw error
  }
  return lock
}

async function lockDataDir(dataDir: string, { log, onLost, patienceMs }: DataDirOptions): Promise<FolderLock> {
  await makeFolder(dataDir)
  return await lockFolder({
    folder: join(dataDir, CLAIMS),
    kind: 'server',
    ...(onLost === undefined ? {} : { onLost }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
    onWait: ({ life }) => {
      const reason = life === 'watched' ? 'of another boot, host or container may be alive' : 'may be ending'
      log.warn(`Waiting for DATA_DIR ${dataDir}: a process that has claimed it ${reason}`)
    },
  })
}

function inWords(error: Error, dataDir: string): Error {
  if (!(error instanceof FolderHeld)) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) return error
    return new ConfigError(
      `DATA_DIR ${dataDir} cannot be written (${code}). Set DATA_DIR to a folder that you may write to.`,
    )
  }
  const { holder, isNear, answers } = error
  const who = holder === undefined ? 'another process' : `process ${holder.pid}`
  const where = holder === undefined || isNear ? '' : ` of another container or host (${holder.host})`
  const silence = answers ? '' : ', which does not answer'
  return new ConfigError(
    `DATA_DIR ${dataDir} is in use by ${who}${where}${silence}. Stop that one, or set DATA_DIR to another folder.`,
  )
}

/** Folder by folder: Node's own way never ends where a file system makes none, as in `/proc`. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || (await isThere(parent))) throw error
    await makeFolder(parent)
    await makeFolder(path)
  }
}

/**
 * What the file says does not count: its number may be that of another program by now, and its date from another clock. It
 * is held by anyone who touches it under our eyes.
 */
async function outwaitEarlierVersion(dataDir: string): Promise<void> {
  const file = join(dataDir, EARLIER_CLAIM)
  const first = await timeOf(file)
  const end = clock.monotonic() + EARLIER_WATCH_MS
  for (let now = first; now !== undefined && clock.monotonic() < end; now = await timeOf(file)) {
    if (now !== first) {
      const pid = (await readFile(file, 'utf8').catch(() => '')).trim()
      throw new ConfigError(
        `DATA_DIR ${dataDir} is in use by process ${pid} of an earlier version. Stop that one, or set DATA_DIR to another folder.`,
      )
    }
    await clock.sleep(EARLIER_LOOK_MS)
  }
  await rm(file, { force: true })
}

async function timeOf(file: string): Promise<string | undefined> {
  return await stat(file, { bigint: true }).then(
    ({ mtimeNs }) => String(mtimeNs),
    () => undefined,
  )
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
