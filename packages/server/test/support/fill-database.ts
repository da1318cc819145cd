import { argon2Sync, randomBytes } from 'node:crypto'
import { verifyPassword } from '../../src/access/passwords.ts'
import { seedReferenceData } from '../../src/customers/reference-data.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareOwnDatabase } from '../../src/platform/service-role.ts'
import { seedSample } from '../../src/sample/sample.ts'
import { SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD, serviceUrl } from './databases.ts'

/** Makes the tables and the sample company in a database with nothing in it. The role of the product has the password of the superuser. */
export async function fillDatabase(url: string): Promise<void> {
  await prepareOwnDatabase(url, decodeURIComponent(new URL(url).password))
  const database = new Database(serviceUrl(url), createLog('error'))
  await seedReferenceData(database)
  await seedSample(
    database,
    { people: SAMPLE_PASSWORD, device: SAMPLE_DEVICE_PASSWORD },
    { hash: hashLightly, verify: verifyPassword },
  )
  await database.stop()
}

/**
 * A hash of the least effort. Verifying takes the effort that the hash names: what tests spend on signing in sample accounts
 * proves nothing. Passwords that they set are hashed by the product, as ever.
 */
async function hashLightly(password: string): Promise<string> {
  const [nonce, memory] = [randomBytes(16), 8]
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes: 1, parallelism: 1, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${hash}`
}
