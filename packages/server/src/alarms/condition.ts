/** normal -> pendingOn -> active -> pendingOff -> normal; each pending phase goes back where the condition changes its mind. */
export type Phase = 'normal' | 'pendingOn' | 'active' | 'pendingOff'

/** The state of one rule for one machine. Times are Unix ms. */
export interface Condition {
  phase: Phase
  /** When the phase began, by the time of the record that began it. */
  since: number
  /** When that record was heard, by our clock: what timers count from, since clocks of devices lie. */
  heardAt: number
  /** What the condition began to hold with. */
  value: string | null
  /** The alarm, while there is one. */
  alarmId: string | undefined
}

export interface Delays {
  onDelayMs: number
  offDelayMs: number
}

/** `startedAt` and `clearedAt`: when the condition began and ceased to hold; a delay only says when that is believed. */
export type Transition =
  | { kind: 'raise'; startedAt: number; raisedAt: number; value: string | null }
  | { kind: 'clear'; clearedAt: number }

/** What a record says of a condition. `unknown`: it takes the value away. */
export type Finding = 'holds' | 'over' | 'unknown'

/** Whether there is an alarm, be it about to clear. */
export function isRaised({ phase }: Condition): boolean {
  return phase === 'active' || phase === 'pendingOff'
}

/**
 * Takes over that time has passed.
 * @param elapsedMs since the phase began, by whichever clock
 * @param mayRaise asked before an alarm is raised; refused, the condition goes on waiting
 */
export function settle(
  condition: Condition,
  delays: Delays,
  elapsedMs: number,
  mayRaise: () => boolean = () => true,
): Transition | undefined {
  const { phase, since, value } = condition
  if (phase === 'pendingOn' && elapsedMs >= delays.onDelayMs && mayRaise()) {
    condition.phase = 'active'
    return { kind: 'raise', startedAt: since, raisedAt: since + delays.onDelayMs, value }
  }
  if (phase === 'pendingOff' && elapsedMs >= delays.offDelayMs) {
    condition.phase = 'normal'
    return { kind: 'clear', clearedAt: since }
  }
  return undefined
}

/** A record's moment, by its own clock and by ours, and what it carries. */
export interface Moment {
  at: number
  heardAt: number
  value: string | null
}

/**
 * Takes over what a record says. Until its time the condition was as it had been reported before, so a delay that ended in
 * between has ended.
 * @param findingOf what the record says, asked after that: an alarm that has cleared by then has no deadband any more, and
 * one that was raised has one
 * @returns what happened, in its order: at most one alarm ends and one begins
 */
export function judge(
  condition: Condition,
  delays: Delays,
  findingOf: (condition: Condition) => Finding,
  moment: Moment,
  mayRaise?: () => boolean,
): Transition[] {
  const before = settle(condition, delays, moment.at - condition.since, mayRaise)
  const next = nextPhase(condition.phase, findingOf(condition))
  if (next !== condition.phase) {
    // Back to being active there is nothing new: its alarm is the one that began long ago.
    Object.assign(condition, { phase: next, since: moment.at, heardAt: moment.heardAt })
    if (next === 'pendingOn') condition.value = moment.value
  }
  const after = settle(condition, delays, moment.at - condition.since, mayRaise)
  return [before, after].filter((transition) => transition !== undefined)
}

/** An unknown value neither raises an alarm nor clears one. */
function nextPhase(phase: Phase, finding: Finding): Phase {
  if (phase === 'normal') return finding === 'holds' ? 'pendingOn' : phase
  if (phase === 'pendingOn') return finding === 'holds' ? phase : 'normal'
  if (phase === 'active') return finding === 'over' ? 'pendingOff' : phase
  return finding === 'holds' ? 'active' : phase
}
