import pg from 'pg'

/** SQLSTATE of a wrong password. */
const WRONG_PASSWORD = '28P01'

/**
 * The address with the password that opens it, where a rotation was killed between two.
 * @param candidates in the order in which they are tried
 */
export async function withOpeningPassword(databaseUrl: string, candidates: readonly string[]): Promise<string> {
  for (const password of candidates) {
    const url = new URL(databaseUrl)
    url.password = password
    const client = new pg.Client({ connectionString: url.href })
    try {
      await client.connect()
      return url.href
    } catch (error) {
      if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return databaseUrl
}
