/** Preferences by their key; null removes one. */
export type PreferenceChanges = Record<string, unknown>

export interface PreferenceWriterParts {
  save: (changes: PreferenceChanges) => Promise<unknown>
  /** Told of each failure. @returns whether the changes are worth sending again with the next ones */
  failed: (error: unknown) => boolean
  waitMs: number
}

/** Gathers changes for a moment and sends them together; of each key the last one counts. */
export interface PreferenceWriter {
  keep(key: string, value: unknown): void
  /** Sends at once what waits. It never rejects. */
  flush(): Promise<void>
  /** Hands over what waits, which then waits no more. */
  take(): PreferenceChanges
  /** Hands over what waits and what is on its way: leaving a page ends its requests. */
  leave(): PreferenceChanges
}

export function createPreferenceWriter({ save, failed, waitMs }: PreferenceWriterParts): PreferenceWriter {
  let waiting: PreferenceChanges = {}
  const sending = new Set<PreferenceChanges>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function take(): PreferenceChanges {
    clearTimeout(timer)
    const taken = waiting
    waiting = {}
    return taken
  }

  async function flush(): Promise<void> {
    const sent = take()
    if (Object.keys(sent).length === 0) return
    sending.add(sent)
    try {
      await save(sent)
    } catch (error) {
      // What was changed in the meantime is newer.
      if (failed(error)) waiting = { ...sent, ...waiting }
    } finally {
      sending.delete(sent)
    }
  }

  return {
    keep(key, value) {
      waiting[key] = value ?? null
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), waitMs)
    },
    flush,
    take,
    leave: () => Object.assign({}, ...sending, take()),
  }
}
