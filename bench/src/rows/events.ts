import type { Options } from '../options.ts'
import { atLeast, atMost, finding, type RowResult, type Target } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type EventRun, EventsCast } from './events-cast.ts'

const MACHINES = 1_000
const TARGET = 20_000
/** A little more than the target: the last events are stored up to a second after they were sent. */
const OFFERED = 24_000
/** The door takes so many of one person in a minute. */
const PER_PERSON = 600
const SLACK = 1.2
const SECONDS = { quick: 5, whole: 15 }

interface Round {
  quiet: Awaited<ReturnType<EventsCast['runQuiet']>>
  busy: EventRun
}

/** Row 20: events of analytics beside the ingest of 1,000 machines, and the same ingest without them. */
export async function measureEvents(stage: Stage, options: Options): Promise<RowResult> {
  const seconds = options.quick ? SECONDS.quick : SECONDS.whole
  const people = Math.ceil(((OFFERED * 60) / PER_PERSON) * SLACK)
  const cast = await EventsCast.start(stage, { machines: MACHINES, people, ...options })
  try {
    const rounds: Round[] = []
    for (let round = -1; round < options.rounds; round++) {
      const quiet = await cast.runQuiet(seconds)
      const busy = await cast.runWithEvents(seconds, OFFERED, quiet.usage)
      // The first one compiles, and makes keys of people and names.
      if (round >= 0) rounds.push({ quiet, busy })
    }
    return report(people, seconds, rounds)
  } finally {
    await cast.stop()
  }
}

function report(people: number, seconds: number, rounds: Round[]): RowResult {
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  return {
    row: 20,
    title: `${OFFERED.toLocaleString('en')} events/s of ${people.toLocaleString('en')} people beside ${MACHINES.toLocaleString('en')} records/s, ${seconds} s each`,
    findings: [
      show('events stored', '/s', ({ busy }) => busy.rate, atLeast(TARGET)),
      show('PUBACK p99, with events / without', '', (r) => r.busy.steady.p99 / r.quiet.steady.p99, atMost(1.1)),
      show('without events: PUBACK p50', 'ms', ({ quiet }) => quiet.steady.p50),
      show('without events: PUBACK p99', 'ms', ({ quiet }) => quiet.steady.p99),
      show('with events: PUBACK p50', 'ms', ({ busy }) => busy.steady.p50),
      show('with events: PUBACK p99', 'ms', ({ busy }) => busy.steady.p99),
      show('dropped or refused', 'events', ({ busy }) => busy.sent.dropped + busy.sent.refused, atMost(0)),
      show('accepted and not stored exactly once', 'events', ({ busy }) => busy.lost, atMost(0)),
      show('server', 'µs/event', ({ busy }) => busy.serverUsage),
      show('PostgreSQL', 'µs/event', ({ busy }) => busy.postgresUsage),
    ],
    notes: [
      'Over HTTP by the door of the web, 100 events in a POST, in order with the ingest of the same length without them.',
    ],
  }
}
