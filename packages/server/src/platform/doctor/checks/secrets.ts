import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { encryptedColumns } from '../../encrypted-columns.ts'
import { Encryption } from '../../encryption.ts'
import { keysOfSecrets, readSecrets, type Secrets } from '../../secrets.ts'
import { type Check, type Finding, fault, warning } from '../check.ts'
import type { Installation } from '../installation.ts'

/** Values of each column that are tried. */
const SAMPLE = 50

/** Whether the secrets are there. */
export const secrets: Check = {
  name: 'secrets',
  title: 'Secrets',
  async examine({ config: { dataDir, databaseUrl, secretsFile }, server, database }) {
    try {
      const stored = await readSecrets(dataDir, secretsFile)
      if (stored === undefined) return await missing(dataDir, databaseUrl !== undefined && 'client' in database)
      if ((stored.previous ?? []).length === 0 && stored.nextDatabase === undefined) return []
      const remedy = `Stop Packhouse and run npm run secrets:rotate again, which finishes it.`
      return server === undefined ? [warning('A rotation of the secrets was interrupted.', remedy)] : []
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return [fault(error.message, 'What to keep in docs/operations.md has the details.')]
    }
  },
}

async function missing(dataDir: string, hasDatabase: boolean): Promise<Finding[]> {
  const isThere = await stat(dataDir).then(
    () => true,
    () => false,
  )
  if (!isThere || !hasDatabase) return []
  const what = `${join(dataDir, 'secrets.json')} is missing, and there is a database outside.`
  return [
    warning(
      what,
      'If the database has data, put its secrets.json there before the start: a new one does not open what is encrypted.',
    ),
  ]
}

/** Whether the secrets are those of the database. */
export const matchingSecrets: Check = {
  name: 'matching-secrets',
  title: 'Secrets and database belong together',
  needs: 'database',
  async examine({ config, database }) {
    const stored = await readSecrets(config.dataDir, config.secretsFile).catch(() => undefined)
    if (stored === undefined || !('client' in database)) return []
    const counts = await tryAll(database, stored)
    if (counts.unreadable === 0) return []
    const what = `${counts.unreadable} of ${counts.tried} encrypted values in the database cannot be read with secrets.json: ${counts.uses.join(', ')}.`
    const remedy =
      'Put back the secrets.json that belongs to this database. If it is lost, enter these secrets again, and switch second factors off.'
    return [counts.unreadable === counts.tried ? fault(what, remedy) : warning(what, remedy)]
  },
}

async function tryAll(
  { client }: Extract<Installation['database'], { client: unknown }>,
  stored: Secrets,
): Promise<{ tried: number; unreadable: number; uses: string[] }> {
  const total = { tried: 0, unreadable: 0 }
  const uses = new Set<string>()
  for (const place of encryptedColumns) {
    const { table, column, use } = place
    const there = await client.query<{ oid: string | null }>('SELECT to_regclass($1)::text AS oid', [table])
    if (there.rows[0]?.oid === null) continue
    const value = 'asText' in place ? `decode(${column}, 'base64')` : column
    const { rows } = await client.query<{ value: Buffer }>(
      `SELECT ${value} AS value FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE}`,
    )
    const encryption = new Encryption(keysOfSecrets(stored), use)
    const unreadable = rows.filter((row) => encryption.decrypt(row.value) === undefined).length
    total.tried += rows.length
    total.unreadable += unreadable
    if (unreadable > 0) uses.add(use)
  }
  return { ...total, uses: [...uses] }
}
