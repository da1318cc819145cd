import { parseArgs } from 'node:util'
import { ask, type Command, openCommand, runCommand, say } from './backup-command.ts'
import { releaseCopy } from './platform/backup/after-restore.ts'
import { assertRoom, openTarget } from './platform/backup/backup-work.ts'
import { withConnection } from './platform/backup/connections.ts'
import { Databases } from './platform/backup/databases.ts'
import { totalsOf } from './platform/backup/manifest.ts'
import { RESTORE_WEIGHTS } from './platform/backup/progress.ts'
import { claimDatabase, reachDatabase } from './platform/backup/reach-database.ts'
import { restoreBackup } from './platform/backup/restore.ts'
import { listBackups, readManifest } from './platform/backup/stored-backups.ts'
import { ConfigError } from './platform/config.ts'
import { openObjectStore } from './platform/object-store/object-store-settings.ts'

/** `npm run restore`: restores a backup of a stopped installation, and what belongs to it. */
runCommand('Nothing was restored.', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      release: { type: 'boolean', default: false },
      old: { type: 'boolean', default: false },
      drop: { type: 'string' },
      'without-secrets': { type: 'boolean', default: false },
    },
  })
  const command = await openCommand(RESTORE_WEIGHTS)
  if (values.list) await list(command)
  else if (values.release) await release(command)
  else if (values.old) await withDatabases(command, listOld)
  else if (values.drop !== undefined) await withDatabases(command, (databases) => drop(databases, values.drop ?? ''))
  else await restore(command, positionals[0], values['without-secrets'])
})

async function list({ placesOn }: Command): Promise<void> {
  const target = openTarget(placesOn(''))
  const ids = await listBackups(target)
  if (ids.length === 0) say(`There is no backup in ${target.place}.`)
  for (const id of ids) {
    const manifest = await readManifest(target, id)
    const { rows } = totalsOf(manifest)
    const notes = [manifest.hasHistory ? '' : ', without history', manifest.secrets === null ? ', without secrets' : '']
    say(`${id}  ${manifest.at}  ${rows} rows, ${manifest.files.count} files${notes.join('')}`)
  }
}

async function release({ config, log }: Command): Promise<void> {
  const reached = await reachDatabase(config, log)
  try {
    const isReleased = await withConnection(reached.url, releaseCopy)
    say(isReleased ? 'Mails, webhooks and connections go on.' : 'Nothing was paused.')
  } finally {
    await reached.release()
  }
}

async function withDatabases({ config, log }: Command, work: (databases: Databases) => Promise<void>): Promise<void> {
  const reached = await reachDatabase(config, log)
  try {
    const databases = await Databases.open(reached.url)
    await work(databases).finally(() => databases.close())
  } finally {
    await reached.release()
  }
}

async function listOld(databases: Databases): Promise<void> {
  const old = await databases.listBefore()
  if (old.length === 0) say('No database was put aside.')
  for (const { name, bytes } of old) say(`${name}  ${Math.ceil(bytes / 1_000_000)} MB`)
}

async function drop(databases: Databases, name: string): Promise<void> {
  await databases.dropBefore(name)
  say(`The database ${name} is gone.`)
}

async function restore({ config, log, placesOn, watch }: Command, named: string | undefined, leaves: boolean) {
  const target = openTarget(placesOn(''))
  const id = named ?? (await listBackups(target))[0]
  if (id === undefined)
    throw new ConfigError(`There is no backup in ${target.place}. Set BACKUP_URL to where they are.`)
  const { secrets } = await readManifest(target, id)
  const isAsked = secrets !== null && !leaves && config.backup.passphrase === undefined
  const text = isAsked ? await ask('Passphrase of the secrets: ') : config.backup.passphrase
  const reached = await claimDatabase(config, log)
  try {
    const places = placesOn(reached.url)
    const files = openObjectStore(places.filesLocation, places.s3)
    const { manifest, before, skipped, unreadable } = await restoreBackup({
      databaseUrl: reached.url,
      ...{ target, id, files, dataDir: config.dataDir, secretsFile: config.secretsFile },
      filesFolder: places.filesLocation.startsWith('s3:') ? undefined : places.filesLocation,
      passphrase: leaves ? { is: 'left' } : text ? { is: 'given', text } : { is: 'none' },
      ...(places.isEmbedded ? { assertRoom: (bytes: number) => assertRoom(places, config.dataDir, bytes) } : {}),
      ...watch,
    })
    const { tables, rows } = totalsOf(manifest)
    say(`The backup ${id} is restored, as of ${manifest.at}: ${tables} tables, ${rows} rows, all equal.`)
    say(`The old database is now ${before}. Remove it with npm run restore -- --drop ${before}`)
    if (skipped.length > 0) say(`Not restored, since the product has no such tables: ${skipped.join(', ')}.`)
    if (unreadable > 0) say(`No key opens ${unreadable} stored secrets: enter these again.`)
    say(
      'Mails, webhooks, connections and scheduled backups are paused, so that the copy does not speak for the original.',
    )
    say('Release them in System, Backups, or with npm run restore -- --release')
  } finally {
    await reached.release()
  }
}
