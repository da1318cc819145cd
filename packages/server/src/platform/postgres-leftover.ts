import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clock } from './clock.ts'
import { ConfigError } from './config.ts'
import { CLAIMS } from './data-dir.ts'
import { FolderHeld, type FolderLock, lockFolder, PATIENCE_MS } from './folder-lock/folder-lock.ts'

const STOP_PATIENCE_MS = 20_000
const STEP_MS = 25

/**
 * Locks a cluster for a PostgreSQL that is about to start and inherits the lock. Ends the one that a killed server has left
 * behind here, and waits for one that ends in another container; never ends the one of a server that lives.
 * @throws ConfigError while another PostgreSQL has the cluster
 */
export async function lockCluster(dataDir: string, cluster: string): Promise<FolderLock> {
  const held = await tryLock(dataDir, 0)
  if (held instanceof FolderHeld && held.answers) throw inWords(held, dataDir)
  // One of a version before this one has no lock, so this looks either way.
  await endLeftover(cluster)
  const lock = held instanceof FolderHeld ? await tryLock(dataDir, PATIENCE_MS) : held
  if (lock instanceof FolderHeld) throw inWords(lock, dataDir)
  await forgetRecycledNumber(cluster)
  return lock
}

async function tryLock(dataDir: string, patienceMs: number): Promise<FolderLock | FolderHeld> {
  try {
    // Claims of other kernels count for the data folder, which was locked before.
    return await lockFolder({ folder: join(dataDir, CLAIMS), kind: 'postgres', watchMs: 0, patienceMs })
  } catch (error) {
    if (error instanceof FolderHeld) return error
    throw error
  }
}

function inWords({ holder, answers, isNear }: FolderHeld, dataDir: string): ConfigError {
  const server = `process ${holder?.pid ?? '?'}${isNear ? '' : ` of another container (${holder?.host ?? '?'})`}`
  const what = answers
    ? `A PostgreSQL of ${server} runs on DATA_DIR ${dataDir}. Stop that one`
    : `A PostgreSQL that ${server} has left behind still runs on DATA_DIR ${dataDir}. End it, or its container`
  return new ConfigError(`${what}, or set DATA_DIR to another folder.`)
}

/** @returns the number of the PostgreSQL that runs on a cluster here; undefined if none does */
export async function clusterServer(cluster: string): Promise<number | undefined> {
  const pid = await lockedBy(cluster)
  return pid !== undefined && (await isServerOf(pid, cluster)) ? pid : undefined
}

/** A server whose parent was killed goes on until its watchdog ends it; this does not wait for that. */
async function endLeftover(cluster: string): Promise<void> {
  const pid = await clusterServer(cluster)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  const patience = clock.now() + STOP_PATIENCE_MS
  while (await isServerOf(pid, cluster)) {
    if (clock.now() > patience)
      throw new Error(`The PostgreSQL server ${pid} of ${cluster} does not stop; end it by hand.`)
    await clock.sleep(STEP_MS)
  }
}

/**
 * Where the system has given the number to another program since, PostgreSQL cannot distinguish that from a server. The lock of
 * a dead one is PostgreSQL's to judge: it also guards against sessions that have outlived it.
 */
export async function forgetRecycledNumber(cluster: string): Promise<void> {
  const pid = await lockedBy(cluster)
  if (pid === undefined || !isAlive(pid) || (await isServerOf(pid, cluster))) return
  await rm(lockOf(cluster), { force: true })
}

/** The number in PostgreSQL's own lock: of this container or of another. */
async function lockedBy(cluster: string): Promise<number | undefined> {
  const text = await readFile(lockOf(cluster), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

function lockOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/**
 * Whether a number is that of a PostgreSQL of this very cluster. Its working folder decides: paths of clusters are alike in many
 * containers. A zombie process has no working folder.
 */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const words = await commandOf(pid)
  if (!words.includes('postgres') || !words.includes(cluster)) return false
  if (process.platform !== 'linux') return true
  const [its, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => undefined), stat(cluster)])
  return its !== undefined && its.dev === ours.dev && its.ino === ours.ino
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
