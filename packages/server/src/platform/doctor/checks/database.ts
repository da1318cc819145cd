import { ConfigError } from '../../config.ts'
import { checkOutsideDatabase } from '../../outside-database.ts'
import { SERVICE_ROLE } from '../../service-role.ts'
import { type Check, type Finding, fault, warning } from '../check.ts'

/** Whether the database can be reached, and offers what the product needs: version, rights, connections. */
export const database: Check = {
  name: 'database',
  title: 'Database',
  async examine({ config, database: reachable, server }) {
    if (config.databaseUrl !== undefined)
      return await outsideFindings(config.databaseDirectUrl ?? config.databaseUrl, config.databasePool)
    if ('client' in reachable) {
      const { rows } = await reachable.client.query<{ most: number; isStrong: boolean | null }>(
        `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
           (SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls FROM pg_roles WHERE rolname = $1) AS "isStrong"`,
        [SERVICE_ROLE],
      )
      return [
        ...connectionWords(config.databasePool, rows[0]?.most ?? 0),
        ...(rows[0]?.isStrong === true
          ? [
              warning(
                `The role ${SERVICE_ROLE} may do more than it should.`,
                'Restart Packhouse, which takes that away.',
              ),
            ]
          : []),
      ]
    }
    if (server === undefined) return []
    return [fault(reachable.reason, 'See what the log of the server says of PostgreSQL, and restart Packhouse.')]
  },
}

export function connectionWords(wanted: number, most: number): Finding[] {
  if (wanted <= most) return []
  const what = `Packhouse opens up to ${wanted} connections (DATABASE_POOL), and the embedded PostgreSQL takes ${most}.`
  return [fault(what, `Set DATABASE_POOL to ${most} or less.`)]
}

async function outsideFindings(url: string, connections: number): Promise<Finding[]> {
  try {
    const { isSuperuser } = await checkOutsideDatabase(url, connections)
    if (!isSuperuser) return []
    const what = 'The user of DATABASE_URL is a superuser of its server.'
    return [warning(what, 'Use one that owns its database and no more: An outside database in docs/operations.md.')]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Its words end with what to do.
    return [fault(error.message, 'An outside database in docs/operations.md has the details.')]
  }
}
