import { parseArgs } from 'node:util'
import { ask, openCommand, runCommand, say } from './backup-command.ts'
import { backUp } from './platform/backup/backup-work.ts'
import { totalsOf } from './platform/backup/manifest.ts'
import { BACKUP_WEIGHTS } from './platform/backup/progress.ts'
import { reachDatabase } from './platform/backup/reach-database.ts'
import { recordRun } from './platform/backup/record-run.ts'

/** `npm run backup`: makes a backup of an installation that runs or not. */
runCommand('No backup was made.', async () => {
  const { values } = parseArgs({ options: { 'without-history': { type: 'boolean', default: false } } })
  const command = await openCommand(BACKUP_WEIGHTS)
  const { config, log, placesOn, watch } = command
  const passphrase = config.backup.passphrase ?? (await ask('Passphrase for the secrets (empty: without them): '))
  const reached = await reachDatabase(config, log)
  try {
    const places = { ...placesOn(reached.url), passphrase: passphrase || undefined }
    const { manifest } = await recordRun(reached.url, 'backup', () =>
      backUp(places, { hasHistory: !values['without-history'], retention: undefined }, watch),
    )
    const { tables, rows } = totalsOf(manifest)
    say(`The backup ${manifest.id} is in ${places.location}.`)
    say(
      `${tables} tables, ${rows} rows, ${manifest.files.count} files; ${Math.ceil(manifest.storedBytes / 1_000_000)} MB.`,
    )
    if (manifest.files.missing > 0) say(`${manifest.files.missing} files of the database were not there.`)
    if (manifest.secrets === null)
      say(
        'It has no secrets: stored credentials and second factors cannot be read without secrets.json. Set BACKUP_PASSPHRASE.',
      )
  } finally {
    await reached.release()
  }
})
