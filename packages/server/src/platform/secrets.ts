import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config.ts'
import type { InstallationKeys } from './installation-keys.ts'

const SECRETS = 'secrets.json'
/** Of a key that a person has made. Ours have 43. */
const SHORTEST_KEY = 32

export const secretsSchema = z.object({
  /** Password of the embedded PostgreSQL. */
  database: z.string(),
  /** From which whatever is encrypted or derived has its key. */
  tokens: z.string(),
  /** While a rotation goes on: what `database` is to become. */
  nextDatabase: z.string().optional(),
  /** While a rotation goes on: what `tokens` was, with which something may still be encrypted. */
  previous: z.array(z.string()).optional(),
  /** Of recovery codes from before the last rotations, derived. */
  recovery: z.array(z.string()).optional(),
})

export type Secrets = z.infer<typeof secretsSchema>

/**
 * Reads the secrets of this installation from the data folder, or from a file that is mounted; makes those of the folder on the first start.
 * @param mounted the file, which is only read
 * @throws ConfigError, and changes nothing, where they are damaged, or are gone and the database they belong to is there
 */
export async function loadSecrets(dataDir: string, mounted?: string): Promise<Secrets & { isNew: boolean }> {
  const stored = await readSecrets(dataDir, mounted)
  if (stored !== undefined) return { ...stored, isNew: false }
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, SECRETS)
  const secrets = { database: randomBytes(24).toString('base64url'), tokens: newSecret() }
  await writePrivately(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return { ...secrets, isNew: true }
}

/**
 * Reads the secrets of this installation and changes nothing.
 * @returns undefined if nothing was ever started in the data folder
 * @throws ConfigError where they are damaged, or are gone and the database they belong to is there
 */
export async function readSecrets(dataDir: string, mounted?: string): Promise<Secrets | undefined> {
  if (mounted !== undefined) return await readMounted(mounted)
  const file = secretsPath(dataDir)
  const stored = await readIfThere(file)
  if (stored !== undefined) return parse(stored, file)
  if (await hasCluster(dataDir)) throw new ConfigError(lost(file))
  return undefined
}

/** The file that has the secrets, or should. */
export function secretsPath(dataDir: string, mounted?: string): string {
  return mounted ?? join(dataDir, SECRETS)
}

/** Replaces the secrets of an installation whose folder is claimed. */
export async function storeSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await writePrivately(join(dataDir, SECRETS), `${JSON.stringify(secrets, null, 2)}\n`)
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function keysOfSecrets({ tokens, previous = [], recovery = [] }: Secrets): InstallationKeys {
  return { current: tokens, previous, recovery }
}

export interface SamplePasswords {
  /** Of the sample accounts; `DATA_DIR/sample-password`. */
  people: string
  /** Of the sample device; `DATA_DIR/sample-device-password`. It signs in only as the sample device, not as a person. */
  device: string
}

/**
 * The passwords of the sample company: the configured ones, or random ones that are made once. The files hold them either
 * way, so that a command line can read them from there. A data folder of a version without the second file gets it.
 */
export async function loadSamplePasswords(
  dataDir: string,
  configured: { people: string | undefined; device: string | undefined },
): Promise<SamplePasswords> {
  await mkdir(dataDir, { recursive: true })
  return {
    people: await loadPassword(join(dataDir, 'sample-password'), configured.people),
    device: await loadPassword(join(dataDir, 'sample-device-password'), configured.device),
  }
}

async function loadPassword(file: string, configured: string | undefined): Promise<string> {
  const stored = (await readIfThere(file))?.trim()
  const password = configured ?? stored ?? madePassword()
  if (password !== stored) await writePrivately(file, `${password}\n`)
  return password
}

async function readMounted(file: string): Promise<Secrets> {
  const stored = await readIfThere(file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`SECRETS_FILE names ${file}, which cannot be read (${error.code}).`, { cause: error })
  })
  if (stored === undefined) throw new ConfigError(`SECRETS_FILE names ${file}, which does not exist.`)
  const secrets = parse(stored, file)
  // A person may have made it.
  if (secrets.tokens.length < SHORTEST_KEY) {
    throw new ConfigError(
      `tokens in ${file} (SECRETS_FILE) must have at least ${SHORTEST_KEY} characters, made by chance.`,
    )
  }
  return secrets
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(stored: string, file: string): Secrets {
  const parsed = secretsSchema.safeParse(parseJson(stored))
  if (parsed.success) return parsed.data
  throw new ConfigError(
    `${file} is damaged: it does not have what Packhouse has written to it. Put it back from your backup; without it what is encrypted in the database cannot be read. Nothing was changed.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether there is a cluster, or something that cannot be looked at. */
async function hasCluster(dataDir: string): Promise<boolean> {
  return await stat(join(dataDir, 'postgres/cluster/PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
}

function lost(file: string): string {
  return [
    `${file} is missing, and the database beside it cannot be opened or decrypted without it. Nothing was changed.`,
    'Put it back from your backup, or set DATA_DIR to an empty folder to begin anew.',
  ].join('\n')
}

/** Written beside and renamed, so that a crash never leaves half a file. */
export async function writePrivately(file: string, content: string): Promise<void> {
  const beside = `${file}.new`
  await writeFile(beside, content, { mode: 0o600, flush: true })
  await rename(beside, file)
}

/** 20 letters and digits, about 119 bits: no sign in it that a command line could take for an option. */
function madePassword(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
}
