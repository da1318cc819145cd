import { useEffect, useRef, useState } from 'react'
import type { OutboxEntry, OutboxFile } from './outbox.ts'
import { outboxOf } from './own-outbox.ts'

/** Whether what is entered is on this device: `none` before anything was, `failed` where the device does not take it. */
export type Keeping = 'none' | 'kept' | 'failed'

/** A draft that somebody is entering. */
export interface OpenEntry<Value> {
  entry: OutboxEntry<Value>
  files: readonly OutboxFile[]
  keeping: Keeping
  change: (change: (before: Value) => Value) => void
  /** @throws Error where there are too many or the device has no room */
  addFile: (file: OutboxFile) => Promise<void>
  removeFile: (id: string) => Promise<void>
  /** When all that was changed is stored, or could not be. */
  settled: () => Promise<unknown>
}

interface EntryWanted<Value> {
  owner: string
  kind: string
  about: string
  /** A new one, where this device has none. */
  begin: () => OutboxEntry<Value>
}

/** The draft of a kind about something on this device, or a new one. It is stored with each change. Undefined until it was read. */
export function useOpenEntry<Value>({ owner, kind, about, begin }: EntryWanted<Value>): OpenEntry<Value> | undefined {
  const outbox = outboxOf(owner)
  const [entry, setEntry] = useState<OutboxEntry<Value>>()
  const [files, setFiles] = useState<readonly OutboxFile[]>([])
  const [keeping, setKeeping] = useState<Keeping>('none')
  /** Several changes may come before the next rendering, such as the points of a signature. */
  const newest = useRef<OutboxEntry<Value>>(undefined)
  const beginning = useRef(begin)
  useEffect(() => {
    let isWanted = true
    void (async () => {
      const found = (await outbox.read()).find(
        (one) => one.kind === kind && one.about === about && one.state === 'draft',
      )
      const kept = found === undefined ? [] : await outbox.filesOf(found.id)
      if (!isWanted || newest.current !== undefined) return
      newest.current = (found as OutboxEntry<Value> | undefined) ?? beginning.current()
      setFiles(kept)
      setKeeping(found === undefined ? 'none' : 'kept')
      setEntry(newest.current)
    })()
    return () => {
      isWanted = false
    }
  }, [outbox, kind, about])
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  if (entry === undefined) return undefined
  /** No write waits for the one before: the page may go away now, and the browser writes in the order in which it was asked. */
  const store = (changed: OutboxEntry<Value>) => {
    const written = outbox.keep(changed).then(
      () => setKeeping('kept'),
      () => setKeeping('failed'),
    )
    writing.current = Promise.all([writing.current, written])
    return written
  }
  return {
    ...{ entry, files, keeping },
    change(work) {
      const before = newest.current ?? entry
      const changed = { ...before, value: work(before.value) }
      newest.current = changed
      setEntry(changed)
      void store(changed)
    },
    async addFile(file) {
      // The entry too, so that the photo belongs to something.
      await store(newest.current ?? entry)
      await outbox.keepFile(entry.id, file)
      setFiles((all) => [...all, file])
    },
    async removeFile(id) {
      await outbox.removeFile(entry.id, id)
      setFiles((all) => all.filter((file) => file.id !== id))
    },
    settled: () => writing.current,
  }
}
