import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file in the folder of the migrations, in the format of `sha256sum`. A script writes it; do not edit it by hand. */
const RECORDS = 'recorded.txt'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** How the migrations differ from what is recorded of them, by the names of files. */
export interface MigrationDrift {
  /** Without a recorded hash. */
  unrecorded: string[]
  /** With another content than when they were recorded. */
  changed: string[]
  /** Recorded, but not there any more. */
  missing: string[]
}

export async function migrationDrift(folder: string): Promise<MigrationDrift> {
  return driftBetween(await recordedHashes(folder), await presentHashes(folder))
}

/**
 * Records the hashes of the migrations that have not landed.
 * @param landed what `recorded.txt` holds in the last commit. A migration that is not in it may still change: no database but that of its
 *   author has run it
 * @returns the names whose hash is new
 * @throws Error, and writes nothing, where a migration that has landed was changed or removed
 */
export async function recordMigrations(folder: string, landed: string): Promise<string[]> {
  const [known, present] = await Promise.all([recordedHashes(folder), presentHashes(folder)])
  const upToDate = [...known].filter(([name, hash]) => present.get(name) === hash)
  const { unrecorded, changed, missing } = driftBetween(new Map([...upToDate, ...hashesIn(landed)]), present)
  if (changed.length + missing.length > 0) {
    throw new Error(
      `Migrations of the last commit never change, and these did: ${[...changed, ...missing].join(', ')}. Restore them and write a new one.`,
    )
  }
  const lines = [...present].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`)
  await writeFile(join(folder, RECORDS), lines.join(''))
  return unrecorded
}

function driftBetween(recorded: Map<string, string>, present: Map<string, string>): MigrationDrift {
  return {
    unrecorded: [...present.keys()].filter((name) => !recorded.has(name)),
    changed: [...present].filter(([name, hash]) => (recorded.get(name) ?? hash) !== hash).map(([name]) => name),
    missing: [...recorded.keys()].filter((name) => !present.has(name)),
  }
}

async function recordedHashes(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, RECORDS), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return hashesIn(text)
}

function hashesIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '')
  const records = lines.map((line) => {
    const [, hash, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (hash === undefined || name === undefined) throw new Error(`${RECORDS} has a line that is no record: ${line}`)
    return [name, hash] as const
  })
  // Two lines for one file would let the later one stand in for the earlier.
  const names = new Set(records.map(([name]) => name))
  if (names.size < records.length) throw new Error(`${RECORDS} names a migration twice.`)
  return new Map(records)
}

async function presentHashes(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const hashes = names.map(async (name) => [name, hashOf(await readFile(join(folder, name)))] as const)
  return new Map(await Promise.all(hashes))
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
