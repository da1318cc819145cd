import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { openObjectStore, type S3Settings } from '../object-store/object-store-settings.ts'
import { readSecrets } from '../secrets.ts'
import { sentence } from '../sentence.ts'
import { withConnection } from './connections.ts'
import { lockBackups, makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { drillBackup } from './restore.ts'
import type { KeyFiles, SecretContent } from './sealed-secrets.ts'
import { listBackups, type Retention, removeOld } from './stored-backups.ts'

/** Folders in the data folder with keys of their own: of MQTT over TLS and of OPC UA. */
const KEY_FOLDERS = ['mqtt-tls', 'opcua/own']
const MOST_KEY_FILE_BYTES = 256 * 1024
const MOST_KEY_FILES = 200
const NO_SHARED_PLACE = sentence`BACKUP_URL is not set. Several servers need one place for backups: set it to the same folder or bucket on all of them.`
/** Text of rows, packed, takes less than half of what its table takes. */
const PACKED_SHARE = 0.5

/** Where everything of an installation is that backups deal with. It can be sent to another process. */
export interface BackupPlaces {
  databaseUrl: string
  /** Whether the database lies in the data folder. */
  isEmbedded: boolean
  dataDir: string
  location: string
  /** Whether the place is that of one node of several. */
  isOfOneNode: boolean
  s3: S3Settings
  filesLocation: string
  /** Where the secrets are, if they are mounted. */
  secretsFile: string | undefined
  passphrase: string | undefined
  /** What has to stay free on a disk. */
  minFreeBytes: number
  version: string
}

export interface BackupChoices {
  hasHistory: boolean
  /** Undefined: nothing is removed. */
  retention: Retention | undefined
}

/** What the place of backups follows from. */
export type BackupTarget = Pick<BackupPlaces, 'location' | 'isOfOneNode' | 's3'>

interface Watch {
  progress?: Progress
  signal?: AbortSignal
}

export function placesOf(config: Config, databaseUrl: string, version: string): BackupPlaces {
  return {
    databaseUrl,
    isEmbedded: config.databaseUrl === undefined,
    dataDir: config.dataDir,
    location: config.backup.location,
    isOfOneNode: config.backup.isOfOneNode,
    s3: config.s3,
    filesLocation: config.filesLocation,
    secretsFile: config.secretsFile,
    passphrase: config.backup.passphrase,
    minFreeBytes: config.diskMinFreeBytes,
    version,
  }
}

/** Where backups are. @throws ConfigError where it is a bucket without credentials, or a folder of one node of several */
export function openTarget({ location, isOfOneNode, s3 }: BackupTarget): ObjectStore {
  if (isOfOneNode) throw new ConfigError(NO_SHARED_PLACE)
  if (location.startsWith('s3:') && s3.credentials === undefined)
    throw new ConfigError('BACKUP_URL is a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.')
  return openObjectStore(location, s3)
}

export interface MadeBackup {
  manifest: Manifest
  removed: number
  /** Why old backups could not be removed. */
  notRemoved: string | undefined
}

/** Makes a backup and removes those that are superfluous by now. */
export async function backUp(
  places: BackupPlaces,
  { hasHistory, retention }: BackupChoices,
  watch: Watch = {},
): Promise<MadeBackup> {
  const target = openTarget(places)
  await target.prepare()
  const manifest = await makeBackup({
    databaseUrl: places.databaseUrl,
    target,
    files: openObjectStore(places.filesLocation, places.s3),
    secrets: await secretsOf(places),
    version: places.version,
    hasHistory,
    assertRoom: (bytes) => assertRoom(places, places.location, bytes * PACKED_SHARE),
    ...watch,
  })
  if (retention === undefined) return { manifest, removed: 0, notRemoved: undefined }
  try {
    const removed = await withConnection(places.databaseUrl, async (client) => {
      await lockBackups(client)
      return await removeOld(target, retention)
    })
    return { manifest, removed, notRemoved: undefined }
  } catch (error) {
    return { manifest, removed: 0, notRemoved: (error as Error).message }
  }
}

/** Restores the newest backup beside the database in use, and drops it. @throws ConfigError where there is no backup */
export async function drill(places: BackupPlaces, watch: Watch = {}): Promise<Manifest> {
  const target = openTarget(places)
  const [id] = await listBackups(target)
  if (id === undefined) throw new ConfigError(`There is no backup in ${target.place} yet. Make one first.`)
  const { databaseUrl, isEmbedded, dataDir } = places
  const room = isEmbedded ? { assertRoom: (bytes: number) => assertRoom(places, dataDir, bytes) } : {}
  return await drillBackup({ databaseUrl, target, id, ...room, ...watch })
}

/** @throws ConfigError where the disk of a folder would be full */
export async function assertRoom({ minFreeBytes }: BackupPlaces, folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder).catch(() => undefined)
  // A bucket has no disk; a system that does not say how full it is finds out by itself.
  if (disk === undefined) return
  const free = disk.bavail * disk.bsize - minFreeBytes
  if (free < bytes)
    throw new ConfigError(
      `${folder} needs ${megabytes(bytes)} MB of room, and has ${megabytes(Math.max(free, 0))} MB. Make room on its disk, or name another place.`,
    )
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000)
}

async function secretsOf({
  dataDir,
  secretsFile,
  passphrase,
}: BackupPlaces): Promise<{ content: SecretContent; passphrase: string } | undefined> {
  if (passphrase === undefined) return undefined
  const secrets = await readSecrets(dataDir, secretsFile)
  if (secrets === undefined) return undefined
  return { content: { secrets, keyFiles: await readKeyFiles(dataDir) }, passphrase }
}

async function readKeyFiles(dataDir: string): Promise<KeyFiles> {
  const files: Record<string, string> = {}
  for (const folder of KEY_FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true, recursive: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || (await stat(path)).size > MOST_KEY_FILE_BYTES) continue
      if (Object.keys(files).length === MOST_KEY_FILES) return files
      files[relative(dataDir, path)] = (await readFile(path)).toString('base64')
    }
  }
  return files
}
