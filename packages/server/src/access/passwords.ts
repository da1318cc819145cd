import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** argon2id at the first recommended setting of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes a password. @returns the PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...SETTINGS })
  const { memory, passes, parallelism } = SETTINGS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Whether the password belongs to the hash. A missing hash takes as long as a wrong password and is never right. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  // Made in advance, or the first unknown account after a start would take twice as long.
  const missing = await decoy()
  const { settings, nonce, tag } = parse(stored ?? missing)
  const presented = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...settings })
  return timingSafeEqual(presented, tag) && typeof stored === 'string'
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return decoyHash
}

function parse(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (match === null) throw new Error('A stored password hash is not an argon2id PHC string.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = match
  const tag = Buffer.from(hash, 'base64')
  return {
    settings: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
    },
    nonce: Buffer.from(salt, 'base64'),
    tag,
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
