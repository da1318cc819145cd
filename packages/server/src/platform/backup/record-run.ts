import { clock } from '../clock.ts'
import { withConnection } from './connections.ts'
import type { Manifest } from './manifest.ts'
import type { RunKind } from './run-kinds.ts'

/** Writes down what became of a backup or a drill of the command line, where the screen of backups reads it. */
export async function recordRun<Result extends Manifest | { manifest: Manifest }>(
  databaseUrl: string,
  kind: RunKind,
  run: () => Promise<Result>,
): Promise<Result> {
  const startedAt = new Date(clock.now())
  const record = async (name: string | null, reason: string | null) => {
    await withConnection(databaseUrl, async (client) => {
      await client.query(
        `INSERT INTO backup_run (kind, state, name, started_at, ended_at, share, reason) VALUES ($1, $2, $3, $4, now(), $5, $6)`,
        [kind, reason === null ? 'done' : 'failed', name, startedAt, reason === null ? 1 : 0, reason],
      )
    })
  }
  let result: Result
  try {
    result = await run()
  } catch (error) {
    // What it is about has failed; that it could not be written down is no news.
    await record(null, (error as Error).message.slice(0, 500)).catch(() => undefined)
    throw error
  }
  const { id } = 'manifest' in result ? result.manifest : result
  await record(id, null)
  return result
}
