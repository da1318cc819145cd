import { link, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { reencryptAll } from '../encrypted-columns.ts'
import { MOST_RECOVERY_KEYS, recoveryKeyOf } from '../installation-keys.ts'
import { replaceCheck } from '../key-check.ts'
import { type ObjectStore, ObjectStoreError } from '../object-store/object-store.ts'
import { loadSecrets, type Secrets, storeSecrets } from '../secrets.ts'
import { migrateDatabase } from '../service-role.ts'
import { makePausedCopy } from './after-restore.ts'
import { keyOf } from './backup-keys.ts'
import { withConnection } from './connections.ts'
import { Databases } from './databases.ts'
import { loadBackup } from './load-backup.ts'
import { type Manifest, totalsOf } from './manifest.ts'
import type { Progress } from './progress.ts'
import { openSecrets, type SecretContent } from './sealed-secrets.ts'
import { readFileList, readManifest, verifyBackup } from './stored-backups.ts'
import { Meter, nowhere, readSmall } from './streams.ts'

const MOST_SECRET_BYTES = 16 * 1024 * 1024

export interface RestoreOptions {
  /** Of the database in use, by a user who may make databases. No server runs on it. */
  databaseUrl: string
  target: ObjectStore
  id: string
  /** The contents of files of the installation, by their id. */
  files: ObjectStore
  /** The folder of these files, where it is one: its old files are put aside in another name of the same contents. */
  filesFolder: string | undefined
  /** Claimed by the caller. */
  dataDir: string
  /** Where the secrets are, if they are mounted: that file is only read. */
  secretsFile?: string | undefined
  /** `left`: the credentials in the backup are left closed. */
  passphrase: { is: 'given'; text: string } | { is: 'none' } | { is: 'left' }
  assertRoom?: (bytes: number) => Promise<void>
  progress?: Progress | undefined
  signal?: AbortSignal | undefined
}

export interface Restored {
  manifest: Manifest
  /** The name of the database that was in use before. */
  before: string
  skipped: string[]
  /** Secrets that no key opens: they have to be entered again. */
  unreadable: number
}

/**
 * Restores a backup into a new database, and lets it take the place of the one in use when every table has been compared. Until that moment
 * nothing of the old data is changed; it is one transaction.
 * @throws ConfigError where somebody has to do something first
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { databaseUrl, target, id, progress, signal } = options
  const manifest = await readManifest(target, id)
  const content = await openContent(options, manifest)
  await verifyBackup(target, manifest, { progress, signal })
  const databases = await Databases.open(databaseUrl)
  let made: string | undefined
  try {
    await databases.assertUnused()
    await options.assertRoom?.(2 * totalsOf(manifest).bytes + manifest.files.bytes)
    made = await databases.create('restore')
    const { skipped } = await loadBackup({ databaseUrl: made, target, manifest, progress, signal })
    await migrateDatabase(made)
    const unreadable = await takeOverSecrets(options, made, content)
    progress?.begin('files', manifest.files.count)
    await restoreFiles(options, manifest)
    await withConnection(made, async (client) => {
      await makePausedCopy(client, manifest)
      await client.query('ANALYZE')
    })
    signal?.throwIfAborted()
    const before = await databases.swap(made)
    return { manifest, before, skipped, unreadable }
  } catch (error) {
    if (made !== undefined) await databases.drop(made).catch(() => undefined)
    throw error
  } finally {
    await databases.close()
  }
}

/**
 * Restores a backup into a database of its own, compares every table, and drops it.
 * @throws Error where anything differs
 */
export async function drillBackup({
  databaseUrl,
  target,
  id,
  assertRoom,
  progress,
  signal,
}: Pick<RestoreOptions, 'databaseUrl' | 'target' | 'id' | 'assertRoom' | 'progress' | 'signal'>): Promise<Manifest> {
  const manifest = await readManifest(target, id)
  await verifyBackup(target, manifest, { progress, signal })
  const databases = await Databases.open(databaseUrl)
  let made: string | undefined
  try {
    await assertRoom?.(2 * totalsOf(manifest).bytes)
    made = await databases.create('drill')
    await loadBackup({ databaseUrl: made, target, manifest, progress, signal })
    await migrateDatabase(made)
    return manifest
  } finally {
    if (made !== undefined) await databases.drop(made).catch(() => undefined)
    await databases.close()
  }
}

async function openContent(
  { target, passphrase }: RestoreOptions,
  { id, secrets }: Manifest,
): Promise<SecretContent | undefined> {
  if (secrets === null || passphrase.is === 'left') return undefined
  if (passphrase.is === 'none')
    throw new ConfigError(
      `The secrets of the backup ${id} are encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with, or restore with --without-secrets; stored credentials have to be entered again then.`,
    )
  const sealed = (await readSmall(target, secrets.key, MOST_SECRET_BYTES)).toString('utf8')
  return await openSecrets(sealed, { passphrase: passphrase.text, backupId: id })
}

/**
 * Encrypts what is encrypted in the copy with the keys of this installation. Its own secrets only gain the keys of recovery codes, so the old
 * data go on to work with them. @returns what no key opens
 */
async function takeOverSecrets(
  { dataDir, secretsFile }: RestoreOptions,
  url: string,
  content: SecretContent | undefined,
): Promise<number> {
  const { isNew: _, ...own } = await loadSecrets(dataDir, secretsFile)
  const theirs = content?.secrets
  const previous = [
    ...(own.previous ?? []),
    ...(theirs === undefined ? [] : [theirs.tokens, ...(theirs.previous ?? [])]),
  ]
  const recovery = recoveryKeys(own, theirs)
  const unreadable = await withConnection(url, async (client) => {
    await client.query('BEGIN')
    const done = await reencryptAll(client, { current: own.tokens, previous, recovery })
    await replaceCheck(client, own.tokens)
    await client.query('COMMIT')
    return done.unreadable
  })
  const hasNewKeys = theirs !== undefined && theirs.tokens !== own.tokens
  if (hasNewKeys && secretsFile === undefined) await storeSecrets(dataDir, { ...own, recovery })
  for (const [path, bytes] of Object.entries(content?.keyFiles ?? {})) await writeIfMissing(dataDir, path, bytes)
  return unreadable
}

function recoveryKeys(own: Secrets, theirs: Secrets | undefined): string[] {
  const keys =
    theirs === undefined ? [] : [recoveryKeyOf(theirs.tokens).toString('base64url'), ...(theirs.recovery ?? [])]
  const added = keys.filter((key) => theirs?.tokens !== own.tokens && !own.recovery?.includes(key))
  return [...(own.recovery ?? []), ...added].slice(0, MOST_RECOVERY_KEYS)
}

/** Certificates of this installation stay as they are. */
async function writeIfMissing(dataDir: string, path: string, base64: string): Promise<void> {
  const inside = normalize(path)
  if (inside !== path || inside.startsWith('..') || inside.startsWith('/')) return
  const file = join(dataDir, inside)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, Buffer.from(base64, 'base64'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
}

/** Adds the files of the backup. Those of the old data stay beside them until the next start, and under another name for good. */
async function restoreFiles({ target, files, filesFolder, progress, signal }: RestoreOptions, manifest: Manifest) {
  if (filesFolder !== undefined) await putAside(filesFolder)
  await files.prepare()
  for (const { id, sha256 } of await readFileList(target, manifest)) {
    signal?.throwIfAborted()
    if (!(await hasContent(files, id, sha256))) {
      const written = await files.put(id, await target.get(keyOf.file(sha256)))
      if (written.sha256 !== sha256) throw new Error(`The file ${id} is not what the backup has after it was restored.`)
    }
    progress?.advance(1)
  }
}

async function hasContent(files: ObjectStore, id: string, sha256: string): Promise<boolean> {
  const content = await files.get(id).catch((error: unknown) => {
    if (error instanceof ObjectStoreError && error.fault === 'missing') return undefined
    throw error
  })
  if (content === undefined) return false
  const meter = new Meter()
  await pipeline(content, meter, nowhere())
  return meter.sha256() === sha256
}

/** Files that the restored database does not name are removed some day; the old database names them. A second name costs no room. */
async function putAside(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const aside = `${folder}-before-${new Date(clock.now()).toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const name of names) {
    await link(join(folder, name), join(aside, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
