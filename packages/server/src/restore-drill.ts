import { openCommand, runCommand, say } from './backup-command.ts'
import { drill } from './platform/backup/backup-work.ts'
import { totalsOf } from './platform/backup/manifest.ts'
import { RESTORE_WEIGHTS } from './platform/backup/progress.ts'
import { reachDatabase } from './platform/backup/reach-database.ts'
import { recordRun } from './platform/backup/record-run.ts'

/** `npm run restore:drill`: restores the newest backup into a database of its own, compares it and drops it. */
runCommand('The drill has failed.', async () => {
  const { config, log, placesOn, watch } = await openCommand(RESTORE_WEIGHTS)
  const reached = await reachDatabase(config, log)
  try {
    const manifest = await recordRun(reached.url, 'drill', () => drill(placesOn(reached.url), watch))
    const { tables, rows } = totalsOf(manifest)
    say(`The backup ${manifest.id} can be restored: ${tables} tables and ${rows} rows are equal.`)
  } finally {
    await reached.release()
  }
})
