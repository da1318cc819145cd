import type { HttpLimits } from '../platform/http-limits.ts'
import type { Connection } from './connection.ts'

type Reason = 'unread_too_long' | 'unread_of_connection' | 'unread_of_address' | 'unread'

/** An answer that was written just now has this long to leave before its size counts against it. */
const GRACE_MS = 2_000

/**
 * Finds the connections to end: those that take nothing any more, and, where too many bytes wait, those that have taken nothing for
 * the longest time, until the rest is within the limits of its address and of all.
 */
export function findOverdue(
  connections: readonly Connection[],
  limits: Pick<HttpLimits, 'unread' | 'unreadMs'>,
  now: number,
): Map<Connection, Reason> {
  const overdue = new Map<Connection, Reason>()
  const waiting = connections.filter(({ unread }) => unread > 0)
  for (const connection of waiting) {
    if (connection.isGivenUp(now, limits.unreadMs)) overdue.set(connection, 'unread_too_long')
    else if (connection.unread > limits.unread.perConnection && connection.stalledFor(now) > GRACE_MS) {
      overdue.set(connection, 'unread_of_connection')
    }
  }
  // The same order for all: anyone who has taken nothing for the longest time goes first.
  const left = waiting
    .filter((connection) => !overdue.has(connection))
    .sort((a, b) => b.stalledFor(now) - a.stalledFor(now) || b.unread - a.unread)
  for (const ofAddress of Map.groupBy(left, ({ network }) => network)) {
    const [network, group] = ofAddress
    if (network !== undefined) trim(group, limits.unread.perAddress, 'unread_of_address', overdue)
  }
  const rest = left.filter((connection) => !overdue.has(connection))
  trim(rest, limits.unread.all, 'unread', overdue)
  return overdue
}

/** Gives up the first of the connections until what waits on the others is within the limit. */
function trim(
  connections: readonly Connection[],
  limit: number,
  reason: Reason,
  overdue: Map<Connection, Reason>,
): void {
  let waiting = connections.reduce((sum, { unread }) => sum + unread, 0)
  for (const connection of connections) {
    if (waiting <= limit) return
    overdue.set(connection, reason)
    waiting -= connection.unread
  }
}
