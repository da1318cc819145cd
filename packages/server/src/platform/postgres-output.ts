import type { ChildProcess } from 'node:child_process'
import { ConfigError } from './config.ts'
import { noRoom } from './disk-space.ts'

const STORED_CHARACTERS = 20_000

/**
 * Reads what a PostgreSQL writes to its standard error, line by line.
 * @param onLine hears each whole line
 * @returns the first 20,000 characters so far
 */
export function readOutput(child: ChildProcess, onLine: (line: string) => void): () => string {
  let output = ''
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length < STORED_CHARACTERS) output += chunk
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  return () => output
}

/**
 * The fault of an operator behind a start of PostgreSQL that failed; trying again would not help.
 * @param output what it has written
 * @returns undefined if it may be something that passes
 */
export function refusalOf(output: string, home: string): ConfigError | undefined {
  const reason = reasonOf(output)
  const failures = output.split('\n').filter((line) => /FATAL:|PANIC:|error:/.test(line))
  const words = wordsFor(failures.join('\n'), home)
  return words === undefined ? undefined : new ConfigError(`${words}\nPostgreSQL says: ${reason}`)
}

/** The line that says why, without time, process and code. */
export function reasonOf(output: string): string {
  const lines = output.split('\n').filter((line) => line !== '')
  const cause = lines.findLast((line) => /\b(FATAL|PANIC|initdb: error):/.test(line)) ?? lines.at(-1) ?? 'nothing'
  return cause.replace(/^.*?\b(?:FATAL|PANIC|initdb: error): +/, '')
}

function wordsFor(output: string, home: string): string | undefined {
  if (/No space left on device/.test(output)) return noRoom(home)
  if (/has wrong ownership|has invalid permissions|Permission denied|Operation not permitted/.test(output))
    return `The files of the database in ${home} belong to another user, or their rights were changed. Give them back to the user that they belonged to, or set DATA_DIR to another folder.`
  if (/Read-only file system/.test(output))
    return `The database in ${home} lies on a file system that is read-only. Make it writable, or set DATA_DIR to another folder.`
  if (/database files are incompatible with server/.test(output))
    return `The database in ${home} was made by another version of PostgreSQL. Start the version of Packhouse that made it, or restore a backup into a new DATA_DIR.`
  if (
    /could not locate a valid checkpoint|incorrect checksum in control file|invalid primary checkpoint|is not a valid data directory|WAL ends before/.test(
      output,
    )
  )
    return `The database in ${home} is damaged and cannot be started. Move the folder away and restore the last backup into a new DATA_DIR.`
  if (/could not (map anonymous|create) shared memory/.test(output))
    return 'There is not enough memory for the database. Give this machine or container more, at least 512 MB.'
  return undefined
}
