import { Writable } from 'node:stream'
import { clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { type ObjectStore, ObjectStoreError } from '../object-store/object-store.ts'
import { isBackupId, keyOf, timeOfId } from './backup-keys.ts'
import { type Manifest, type ManifestFile, MOST_MANIFEST_BYTES, parseFileLine, parseManifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { Meter, nowhere, readPacked, readSmall } from './streams.ts'

/** What has no manifest for this long is no backup that is still being made. */
const UNFINISHED_MS = 2 * 86_400_000

/** The names of all backups, the newest first. */
export async function listBackups(target: ObjectStore): Promise<string[]> {
  return [...(await idsIn(target)).whole].sort().reverse()
}

export async function readManifest(target: ObjectStore, id: string): Promise<Manifest> {
  if (!isBackupId(id))
    throw new ConfigError(`${id} is not the name of a backup. Such a name is 20260131T021500Z-0a1b2c.`)
  const text = await readSmall(target, keyOf.manifest(id), MOST_MANIFEST_BYTES).catch((error: unknown) => {
    if (error instanceof ObjectStoreError && error.fault === 'missing')
      throw new ConfigError(`There is no backup ${id} in ${target.place}. List them with npm run restore -- --list.`)
    throw error
  })
  return parseManifest(text.toString('utf8'), id)
}

/** The files of a backup. @throws ConfigError where the list is damaged */
export async function readFileList(target: ObjectStore, { id, files }: Manifest): Promise<ManifestFile[]> {
  const meter = new Meter()
  const chunks: Buffer[] = []
  const target_ = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await readPacked(target, files.key, meter, target_, undefined)
  if (meter.sha256() !== files.sha256) throw damaged(id, 'its list of files')
  const lines = Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => parseFileLine(line, id))
}

/**
 * Reads all of a backup and compares it with its manifest.
 * @throws ConfigError naming what is damaged or missing
 */
export async function verifyBackup(
  target: ObjectStore,
  manifest: Manifest,
  { progress, signal }: { progress?: Progress | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { id, tables } = manifest
  progress?.begin('checking', tables.reduce((total, { bytes }) => total + bytes, 0) + manifest.files.bytes)
  for (const table of tables) {
    signal?.throwIfAborted()
    const meter = new Meter((bytes) => progress?.advance(bytes))
    await readPacked(target, table.key, meter, nowhere(), signal).catch((error: unknown) => {
      throw signal?.aborted ? error : damaged(id, `the table ${table.name}`, error)
    })
    if (meter.bytes !== table.bytes || meter.sha256() !== table.sha256) throw damaged(id, `the table ${table.name}`)
  }
  const seen = new Set<string>()
  for (const { sha256, size } of await readFileList(target, manifest)) {
    signal?.throwIfAborted()
    if (seen.has(sha256)) continue
    seen.add(sha256)
    const meter = new Meter()
    for await (const chunk of (await content(target, id, sha256)).pipe(meter)) void chunk
    if (meter.bytes !== size || meter.sha256() !== sha256) throw damaged(id, `the file ${sha256}`)
    progress?.advance(size)
  }
}

async function content(target: ObjectStore, id: string, sha256: string) {
  return await target.get(keyOf.file(sha256)).catch((error: unknown) => {
    throw damaged(id, `the file ${sha256}`, error)
  })
}

function damaged(id: string, what: string, cause?: unknown): ConfigError {
  const why = cause === undefined ? '' : ` (${(cause as Error).message})`
  return new ConfigError(
    `The backup ${id} is damaged: ${what} is not as it was written${why}. Restore another backup.`,
    {
      cause,
    },
  )
}

export interface Retention {
  /** The newest of so many days and weeks stay. */
  daily: number
  weekly: number
}

/** Which backups are superfluous. The newest always stays. @param ids of all */
export function superfluous(ids: readonly string[], { daily, weekly }: Retention): string[] {
  const newestFirst = [...ids].sort().reverse()
  const stay = new Set(newestFirst.slice(0, 1))
  for (const [most, spanOf] of [
    [daily, dayOf],
    [weekly, weekOf],
  ] as const) {
    const spans = new Map<number, string>()
    for (const id of newestFirst) {
      const span = spanOf(timeOfId(id))
      if (!spans.has(span)) spans.set(span, id)
    }
    for (const id of [...spans.values()].slice(0, most)) stay.add(id)
  }
  return newestFirst.filter((id) => !stay.has(id))
}

const DAY_MS = 86_400_000

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
function weekOf(at: number): number {
  return Math.floor((dayOf(at) + 3) / 7)
}

/**
 * Removes superfluous backups, what broken-off ones have left, and contents of files that no backup names any more. The caller holds the lock of
 * backups. @returns how many backups were removed
 */
export async function removeOld(target: ObjectStore, retention: Retention, now = clock.now()): Promise<number> {
  const { whole, unfinished } = await idsIn(target)
  const old = superfluous([...whole], retention)
  for (const id of old) {
    // Its manifest first: what is left without one is no backup.
    await target.remove(keyOf.manifest(id))
    await removeAll(target, id)
    whole.delete(id)
  }
  for (const id of unfinished) if (now - timeOfId(id) > UNFINISHED_MS) await removeAll(target, id)
  if (old.length > 0) await removeUnnamedFiles(target, [...whole], now)
  await target.removeAbandoned(UNFINISHED_MS)
  return old.length
}

async function removeAll(target: ObjectStore, id: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of target.list(`${id}/`)) keys.push(key)
  for (const key of keys) await target.remove(key)
}

async function removeUnnamedFiles(target: ObjectStore, ids: readonly string[], now: number): Promise<void> {
  const named = new Set<string>()
  for (const id of ids) {
    for (const { sha256 } of await readFileList(target, await readManifest(target, id))) named.add(keyOf.file(sha256))
  }
  const unnamed: string[] = []
  for await (const { key, modifiedAt } of target.list(keyOf.files)) {
    // Another installation may be making a backup into the same place.
    if (!named.has(key) && now - modifiedAt.getTime() > UNFINISHED_MS) unnamed.push(key)
  }
  for (const key of unnamed) await target.remove(key)
}

async function idsIn(target: ObjectStore): Promise<{ whole: Set<string>; unfinished: Set<string> }> {
  const whole = new Set<string>()
  const all = new Set<string>()
  for await (const { key } of target.list()) {
    const [id = '', rest] = key.split('/')
    if (!isBackupId(id)) continue
    all.add(id)
    if (rest === 'manifest.json') whole.add(id)
  }
  return { whole, unfinished: new Set([...all].filter((id) => !whole.has(id))) }
}
