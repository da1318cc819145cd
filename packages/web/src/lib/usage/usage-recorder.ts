import { MAX_USAGE_EVENTS, type UsageAction, type UsageEvent } from '@packhouse/contract'

export interface UsageBatch {
  /** Names the batch: sent twice, it counts once. */
  batch: string
  events: UsageEvent[]
}

/** What became of a batch: `again` where it may not have arrived, `off` where this installation records nothing. */
export type SendOutcome = 'done' | 'again' | 'off'

export interface UsageRecorderParts {
  send: (batch: UsageBatch) => Promise<SendOutcome>
  /** ms that only ever go forward. */
  now: () => number
  newId: () => string
  waitMs: number
}

interface Waiting {
  at: number
  /** @param age how long ago it was, ms */
  toEvent: (age: number) => UsageEvent
}

/** What the server takes at most as the time on a page. */
const LONGEST_MS = 86_400_000

interface Sent {
  id: string
  events: readonly Waiting[]
}

/** Counts pages, the time they are in sight, and actions, and sends them in batches. It holds no more than one batch. */
export interface UsageRecorder {
  /** A page is shown, by its route pattern. */
  view(page: string): void
  /** No page that is counted is shown. What waits belongs to somebody who has left, and is dropped. */
  leave(): void
  act(action: UsageAction): void
  /** The page is out of sight, perhaps for good: all that waits is sent. */
  hide(): void
  /** The page is in sight again. */
  show(): void
}

export function createUsageRecorder({ send, now, newId, waitMs }: UsageRecorderParts): UsageRecorder {
  let isOn = true
  let waiting: Waiting[] = []
  /** Sent once without an answer. The next time is the last. */
  let unanswered: Sent | undefined
  let page: { name: string; since: number | undefined } | undefined
  /** Whoever reads now: changes when somebody leaves, so that nothing is sent in the name of the next. */
  let reader = {}
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(event: Waiting): void {
    if (!isOn || waiting.length >= MAX_USAGE_EVENTS) return
    waiting.push(event)
    timer ??= setTimeout(flush, waitMs)
  }

  function endTime(): void {
    if (page?.since === undefined) return
    const at = now()
    const { name } = page
    const duration = Math.min(LONGEST_MS, Math.round(at - page.since))
    add({ at, toEvent: (age) => ({ kind: 'page_time', name, duration, age }) })
    page.since = undefined
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (unanswered !== undefined) void deliver(unanswered, undefined)
    unanswered = undefined
    if (waiting.length === 0) return
    const sent = { id: newId(), events: waiting }
    waiting = []
    void deliver(sent, sent)
  }

  /** @param again what is sent once more if there is no answer */
  async function deliver({ id, events }: Sent, again: Sent | undefined): Promise<void> {
    const sentAt = now()
    const sentFor = reader
    const outcome = await send({ batch: id, events: events.map(({ at, toEvent }) => toEvent(Math.round(sentAt - at))) })
    if (outcome === 'off') stop()
    if (outcome !== 'again' || again === undefined || !isOn || sentFor !== reader) return
    unanswered = again
    timer ??= setTimeout(flush, waitMs)
  }

  function stop(): void {
    isOn = false
    forget()
  }

  function forget(): void {
    reader = {}
    clearTimeout(timer)
    timer = undefined
    waiting = []
    unanswered = undefined
  }

  return {
    view(name) {
      endTime()
      const at = now()
      page = { name, since: at }
      add({ at, toEvent: (age) => ({ kind: 'page_view', name, age }) })
    },
    leave() {
      page = undefined
      forget()
    },
    act(name) {
      add({ at: now(), toEvent: (age) => ({ kind: 'action', name, age }) })
    },
    hide() {
      endTime()
      flush()
    },
    show() {
      if (page !== undefined) page.since ??= now()
    },
  }
}
