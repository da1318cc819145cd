import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^(packhouse-(\d{4}-\d\d-\d\d)-(\d{3,9})\.log)(\.zst)?$/

/** A file of lines in the folder of logs, plain while it is written and packed later, under one name. */
export interface Segment {
  /** What calls name it by: `packhouse-2026-11-23-001.log`. */
  name: string
  /** As of the folder's own listing. */
  path: string
  /** UTC. */
  day: string
  number: number
  isPacked: boolean
  /** On the disk. */
  bytes: number
}

/** @param day `2026-11-23` */
export function segmentName(day: string, number: number): string {
  return `packhouse-${day}-${String(number).padStart(3, '0')}.log`
}

/** Where the index of a packed segment lies. */
export function indexPath(folder: string, name: string): string {
  return join(folder, name.replace(/\.log$/, '.index'))
}

/**
 * The segments of a folder, oldest first. Links, folders and other files are none. While one is packed it is there twice; the
 * plain one counts.
 */
export async function listSegments(folder: string): Promise<Segment[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = new Map<string, Segment>()
  for (const entry of entries) {
    const [, name, day, number, packed] = NAME.exec(entry.name) ?? []
    if (!entry.isFile() || name === undefined || day === undefined) continue
    if (packed !== undefined && found.has(name)) continue
    const path = join(folder, entry.name)
    const facts = await stat(path).catch(() => undefined)
    if (facts === undefined) continue
    found.set(name, { name, path, day, number: Number(number), isPacked: packed !== undefined, bytes: facts.size })
  }
  return [...found.values()].sort((a, b) => a.day.localeCompare(b.day) || a.number - b.number)
}
