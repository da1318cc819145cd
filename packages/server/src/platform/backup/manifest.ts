import { z } from 'zod'
import { ConfigError } from '../config.ts'

/** Version of what a backup looks like. */
const FORMAT = 1
/** A manifest of 100,000 tables has about 40 MB; a larger file is not a manifest. */
export const MOST_MANIFEST_BYTES = 64 * 1024 * 1024

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1).max(63)
const count = z.int().min(0)

const tableSchema = z.object({
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** Of its rows as COPY writes them. */
  bytes: count,
  /** Of the same. */
  sha256,
  key: z.string(),
  /** Where it is a partition: of which table, for which values, and how it was made. */
  part: z.object({ of: name, bound: z.string(), options: z.array(z.string()), isProtected: z.boolean() }).optional(),
})

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Its name, which begins with its time. */
  id: z.string(),
  /** Of the product that made it. */
  version: z.string(),
  /** Of the moment that it shows. */
  at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  hasHistory: z.boolean(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name, value: z.string(), isCalled: z.boolean() })),
  files: z.object({
    key: z.string(),
    sha256,
    count,
    bytes: count,
    /** Files that the database names and that were not there. */
    missing: count,
  }),
  /** Where the keys of the installation are, encrypted with the passphrase. */
  secrets: z.object({ key: z.string() }).nullable(),
  /** What it takes in its target, without files that other backups have too. */
  storedBytes: count,
})

export type Manifest = z.infer<typeof manifestSchema>
export type ManifestTable = z.infer<typeof tableSchema>

/** A file of the product in a backup; its content is stored under its hash. */
export interface ManifestFile {
  id: string
  size: number
  sha256: string
}

const fileSchema = z.object({ id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/), size: count, sha256 })

export const MANIFEST_FORMAT = FORMAT

/** @throws ConfigError where it is damaged, or of another version */
export function parseManifest(text: string, place: string): Manifest {
  const parsed = manifestSchema.safeParse(readJson(text))
  if (parsed.success) return parsed.data
  const format = (readJson(text) as { format?: unknown } | undefined)?.format
  if (typeof format === 'number' && format > FORMAT)
    throw new ConfigError(`The backup ${place} was made by a newer version. Restore it with that version.`)
  throw new ConfigError(`The manifest of the backup ${place} is damaged. Restore another backup.`)
}

/** @throws ConfigError where a line is damaged */
export function parseFileLine(line: string, place: string): ManifestFile {
  const parsed = fileSchema.safeParse(readJson(line))
  if (parsed.success) return parsed.data
  throw new ConfigError(`The list of files of the backup ${place} is damaged. Restore another backup.`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Totals {
  tables: number
  rows: number
  bytes: number
}

export function totalsOf({ tables }: Pick<Manifest, 'tables'>): Totals {
  const sum = (read: (table: ManifestTable) => number) => tables.reduce((total, table) => total + read(table), 0)
  return { tables: tables.length, rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) }
}
