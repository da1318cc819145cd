import type { AnalyticsMode, UsageEvent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import { RateLimiter } from '../../platform/rate-limiter.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { isKnownName } from './event-names.ts'
import type { EventQueue } from './event-queue.ts'
import type { StoredEvent } from './usage-event.ts'

/** Events of one person in a minute. Nobody views ten pages a second; more would fill the store that all share. */
const EVENTS_A_MINUTE = 600

interface Recorded {
  principal: Principal
  body: { batch: string; events: readonly UsageEvent[] }
}

/** Takes what the web has counted. Nothing of it is stored before the answer. */
export function recordUsageHandlers(queue: EventQueue, refusals: Refusals, modeNow: () => AnalyticsMode) {
  const limiter = new RateLimiter()
  return {
    recordUsage: async ({ principal, body }: Recorded) => {
      const { admitted, resetSeconds } = await limiter.take(principal.userId, EVENTS_A_MINUTE, body.events.length)
      if (!admitted) {
        refusals.count('analytics', 'rate_of_user')
        const words = t('analytics.tooManyEvents', { limit: EVENTS_A_MINUTE })
        throw new ProblemError('too_many_requests', words, undefined, { retryAfter: resetSeconds })
      }
      if (modeNow() === 'off') return { recording: false, accepted: 0, dropped: body.events.length }
      const known = body.events.filter(({ kind, name }) => isKnownName(kind, name))
      const unknown = body.events.length - known.length
      if (unknown > 0) refusals.count('analytics', 'unknown_name', unknown)
      const now = clock.now()
      const events = known.map((event) => storedEvent(event, principal, now))
      const added = events.length > 0 && queue.add({ id: body.batch, userId: principal.userId, events })
      const accepted = added ? events.length : 0
      return { recording: true, accepted, dropped: body.events.length - accepted }
    },
  } satisfies HandlersOf<'recordUsage'>
}

function storedEvent(event: UsageEvent, { userId, customerId, sessionId }: Principal, now: number): StoredEvent {
  const durationMs = event.kind === 'page_time' ? event.duration : 0
  return { at: now - event.age, userId, customerId, kind: event.kind, name: event.name, n: 1, sessionId, durationMs }
}
