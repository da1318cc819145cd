import { clusterServer } from '../../postgres-leftover.ts'
import { type Check, warning } from '../check.ts'

/** A PostgreSQL of ours that runs without its server. */
export const leftover: Check = {
  name: 'leftover',
  title: 'PostgreSQL of a server that was killed',
  async examine({ config, cluster, server }) {
    if (config.databaseUrl !== undefined || server !== undefined) return []
    const pid = await clusterServer(cluster)
    if (pid === undefined) return []
    return [
      warning(
        `The embedded PostgreSQL runs as process ${pid}, and no Packhouse runs on ${config.dataDir}.`,
        `Start Packhouse, which ends it first, or end it with kill -INT ${pid}.`,
      ),
    ]
  },
}
