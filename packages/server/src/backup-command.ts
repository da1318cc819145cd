import { createInterface } from 'node:readline/promises'
import { type BackupPlaces, placesOf } from './platform/backup/backup-work.ts'
import { type Progress, ShareProgress, type Step } from './platform/backup/progress.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { ObjectStoreError } from './platform/object-store/object-store.ts'
import { readVersion } from './platform/version.ts'

const words: Record<Step, string> = {
  reading: 'Reading the tables',
  files: 'Copying files',
  checking: 'Checking the backup',
  preparing: 'Preparing the database',
  loading: 'Loading the tables',
  indexing: 'Making indexes and checking keys',
  comparing: 'Comparing the tables with the backup',
}

export interface Command {
  config: Config
  log: Log
  placesOn: (databaseUrl: string) => BackupPlaces
  watch: { progress: Progress; signal: AbortSignal }
}

/** What the commands of backups begin with. Ctrl-C ends them between two steps, and leaves nothing behind. */
export async function openCommand(weights: Partial<Record<Step, number>>): Promise<Command> {
  const config = readConfig(process.env)
  const version = await readVersion()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(new ConfigError('It was interrupted. Nothing was changed.')))
  }
  let last = ''
  const progress = new ShareProgress(weights, (step, share) => {
    const line = `${words[step]}, ${Math.floor(share * 10) * 10} %`
    if (line !== last) say(line)
    last = line
  })
  return {
    config,
    log: createLog('warn'),
    placesOn: (databaseUrl) => placesOf(config, databaseUrl, version),
    watch: { progress, signal: stopping.signal },
  }
}

/** @param failed what did not happen, where it fails */
export function runCommand(failed: string, command: () => Promise<void>): void {
  command().catch((error: Error) => {
    const isForPeople = error instanceof ConfigError || error instanceof ObjectStoreError
    process.stderr.write(`${failed}\n${isForPeople ? error.message : (error.stack ?? String(error))}\n`)
    process.exitCode = 1
  })
}

/** Asks on a terminal, without showing what is typed. @returns '' where nobody is there to answer */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return ''
  process.stdout.write(question)
  const lines = createInterface({ input: process.stdin, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
