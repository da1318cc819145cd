import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, as base64url. */
export interface SubscriptionKeys {
  /** Its public key on P-256, 65 bytes. */
  p256dh: string
  /** Its secret, 16 bytes. */
  auth: string
}

/** What differs with each message. */
interface Fresh {
  salt: Buffer
  /** The private key of this one message; undefined for a new one. */
  privateKey?: Buffer
}

const SALT_BYTES = 16
/** Every push service takes as much, RFC 8030, 7.2. It is one record of RFC 8188 with header, delimiter and tag. */
const RECORD_BYTES = 4_096
const OVERHEAD_BYTES = 86 + 1 + 16
/** The most that a message may be long, in bytes. */
export const MOST_PUSH_BYTES = RECORD_BYTES - OVERHEAD_BYTES
/** The delimiter of the last record, RFC 8188, 2. */
const LAST_RECORD = Buffer.from([2])

/**
 * Encrypts a message for one browser: RFC 8291 (`aes128gcm` of RFC 8188). Push services cannot read it.
 * @throws Error where the key of the browser is no point of the curve
 */
export function encryptPush(
  text: string,
  keys: SubscriptionKeys,
  { salt, privateKey }: Fresh = { salt: randomBytes(SALT_BYTES) },
): Buffer {
  const message = Buffer.from(text)
  if (message.length > MOST_PUSH_BYTES) throw new Error(`A push message has ${MOST_PUSH_BYTES} bytes at the most.`)
  const sender = createECDH('prime256v1')
  if (privateKey === undefined) sender.generateKeys()
  else sender.setPrivateKey(privateKey)
  const publicKey = sender.getPublicKey()
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const shared = sender.computeSecret(receiver)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, publicKey])
  const secret = derive(shared, Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(message), cipher.update(LAST_RECORD), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey, ciphertext, cipher.getAuthTag()])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
