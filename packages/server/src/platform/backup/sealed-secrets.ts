import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { type Secrets, secretsSchema } from '../secrets.ts'

/** 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const MEMORY = 256 * 1024 * 1024
const KEY_BYTES = 32
const NONCE_BYTES = 12

/** Files with keys that lie beside `secrets.json`, such as that of MQTT over TLS, by their path in the data folder. */
export type KeyFiles = Readonly<Record<string, string>>

export interface SecretContent {
  secrets: Secrets
  /** Content as base64. */
  keyFiles: KeyFiles
}

const sealedSchema = z.object({
  kdf: z.literal('scrypt'),
  N: z
    .int()
    .min(1_024)
    .max(2 ** 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  content: z.base64(),
})

const contentSchema = z.object({ secrets: secretsSchema, keyFiles: z.record(z.string(), z.base64()) })

/** Encrypts the secrets of an installation for one backup (scrypt, AES-256-GCM). */
export async function sealSecrets(
  content: SecretContent,
  { passphrase, backupId, cost = COST }: { passphrase: string; backupId: string; cost?: typeof COST },
): Promise<string> {
  const salt = randomBytes(16)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, cost), nonce)
  cipher.setAAD(Buffer.from(backupId))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  const tag = cipher.getAuthTag()
  return JSON.stringify({
    ...{ kdf: 'scrypt', ...cost, salt: text(salt), nonce: text(nonce) },
    ...{ tag: text(tag), content: text(encrypted) },
  })
}

/** @throws ConfigError where the passphrase is another one, or the content was changed */
export async function openSecrets(
  sealed: string,
  { passphrase, backupId }: { passphrase: string; backupId: string },
): Promise<SecretContent> {
  const parsed = sealedSchema.safeParse(readJson(sealed))
  if (!parsed.success) throw new ConfigError(`The secrets of the backup ${backupId} are damaged.`)
  const { salt, nonce, tag, content, N, r, p } = parsed.data
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const key = await deriveKey(passphrase, bytes(salt), { N, r, p })
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(nonce), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(backupId))
  decipher.setAuthTag(bytes(tag))
  let opened: string
  try {
    opened = decipher.update(bytes(content), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new ConfigError(
      `The passphrase does not open the secrets of the backup ${backupId}. Set BACKUP_PASSPHRASE to the one it was made with, or restore with --without-secrets; stored credentials have to be entered again then.`,
    )
  }
  return contentSchema.parse(readJson(opened))
}

async function deriveKey(passphrase: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return await derive(passphrase.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MEMORY })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
