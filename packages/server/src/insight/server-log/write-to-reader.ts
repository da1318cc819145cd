import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Writes to somebody who reads. Waits while they are behind; one that has gone is waited for no longer. */
export async function writeToReader(reader: Writable, data: Uint8Array | string): Promise<void> {
  if (reader.destroyed || reader.write(data)) return
  const wait = new AbortController()
  try {
    await Promise.race([once(reader, 'drain', wait), once(reader, 'close', wait)])
  } catch {
    // The reader has failed: the next write sees it.
  } finally {
    // Of the two events one comes: without this the listeners of the other would stay, some for each wait.
    wait.abort()
  }
}
