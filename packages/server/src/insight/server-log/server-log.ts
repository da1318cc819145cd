import type { Platform } from '../../engine/area.ts'
import type { Authenticate } from '../../engine/routes.ts'
import { sentence } from '../../platform/sentence.ts'
import { DebugSwitch } from './debug-switch.ts'
import { logHandlers } from './log.actions.ts'
import { LogReading } from './log-reading.ts'
import { LogTail } from './log-tail.ts'
import { SharedLines } from './shared-lines.ts'

const DAY_MS = 86_400_000

/** What the area has of the server log. */
export function createServerLog(
  { database, logFiles, logOutput, metrics, signals }: Platform,
  authenticate: Authenticate,
) {
  const reading = new LogReading(logFiles.folder)
  const tail = new LogTail(logFiles)
  const debug = new DebugSwitch(database.system, logOutput, signals)
  const shared = new SharedLines(database.system, logFiles)
  metrics.counterBy(
    'packhouse_log_lines_dropped_total',
    'Lines of the log that were not stored: in the files, or where all servers have their warnings',
    'place',
    () => ({ files: logFiles.dropped, database: shared.dropped }),
  )
  return {
    handlers: logHandlers({ database, files: logFiles, reading, tail, debug, authenticate }),
    services: [reading, tail, debug, shared],
    jobs: [
      {
        name: sentence`Make room for the warnings of the next days`,
        everyMs: DAY_MS,
        run: () => shared.createPartitions(),
      },
      { name: sentence`Remove old warnings`, everyMs: DAY_MS, run: () => shared.dropOld() },
      // Finished files are packed at once; this is for those that have become too old since.
      { name: sentence`Remove old files of the log`, everyMs: DAY_MS, run: () => logFiles.tidy() },
    ],
  }
}
