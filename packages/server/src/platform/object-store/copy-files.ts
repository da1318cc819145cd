import { createHash } from 'node:crypto'
import { type ObjectStore, ObjectStoreError } from './object-store.ts'

export interface CopiedFiles {
  /** Written now. */
  copied: number
  /** There before, with the same content. */
  known: number
}

/**
 * Copies every content to another place and reads it back from there. It may be broken off and run again, and be run while the product adds files.
 * @throws ObjectStoreError `damaged` where what is read back is something else
 */
export async function copyFiles(from: ObjectStore, to: ObjectStore): Promise<CopiedFiles> {
  await to.prepare()
  const there = new Map<string, number>()
  for await (const { key, size } of to.list()) there.set(key, size)
  const counts: CopiedFiles = { copied: 0, known: 0 }
  for await (const { key, size } of from.list()) {
    if (there.get(key) === size && (await hashOf(from, key)) === (await hashOf(to, key))) {
      counts.known += 1
      continue
    }
    const { sha256 } = await to.put(key, await from.get(key))
    if ((await hashOf(to, key)) !== sha256)
      throw new ObjectStoreError('damaged', `${key} is another content in ${to.place}.`)
    counts.copied += 1
  }
  return counts
}

async function hashOf(store: ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await store.get(key)) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
