import { setTimeout as sleep } from 'node:timers/promises'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import type { Reply } from '../stage/viewer.ts'
import { WireCast } from './wire-cast.ts'

const MACHINES = 1_000
const FEW = 50
const KILOBYTE = 1_000
const MILLISECOND_US = 1_000
/** The live store has heard of the records by then. */
const SETTLE_MS = 300
/** As browsers accept them: those of today, and those without zstd. */
const NEWEST = 'gzip, deflate, br, zstd'
const OLDER = 'gzip, deflate, br'

interface Asked {
  kilobytes: number
  /** Processor time of the server, ms. */
  cpu: number
  status: number
}

interface Round {
  plain: Asked
  first: Asked
  shared: Asked
  older: Asked
  few: Asked
  all: Asked
  unchanged: Asked
}

/** Row 26: what the overview of 1,000 machines sends, at first and at each refresh. */
export async function measureWire(stage: Stage, { rounds, seed }: Options): Promise<RowResult> {
  const cast = await WireCast.start(stage, { machines: MACHINES, few: FEW, records: 2 * (rounds + 1), seed })
  try {
    const measured: Round[] = []
    // The first round makes the compiler's acquaintance with the code.
    for (let round = -1; round < rounds; round++) {
      const result = await runRound(cast)
      if (round >= 0) measured.push(result)
    }
    return report(measured)
  } finally {
    await cast.stop()
  }
}

async function runRound(cast: WireCast): Promise<Round> {
  await cast.publish('all')
  await sleep(SETTLE_MS)
  const plain = await ask(cast, {})
  const asPages = { 'a-im': 'machine-columns' }
  const first = await ask(cast, { 'accept-encoding': NEWEST, ...asPages })
  const shared = await ask(cast, { 'accept-encoding': NEWEST, ...asPages })
  const older = await ask(cast, { 'accept-encoding': OLDER, ...asPages })
  const refresh = async (known: string, wanted: number) => {
    const changes = await ask(cast, { 'accept-encoding': NEWEST, 'if-none-match': known, 'a-im': 'machine-changes' })
    if (changes.status !== wanted) throw new Error(`A refresh was answered ${changes.status}, not ${wanted}.`)
    return changes
  }
  await cast.publish('few')
  await sleep(SETTLE_MS)
  const few = await refresh(shared.etag, 226)
  await cast.publish('all')
  await sleep(SETTLE_MS)
  const all = await refresh(few.etag, 226)
  const unchanged = await refresh(all.etag, 304)
  return { plain, first, shared, older, few, all, unchanged }
}

async function ask(cast: WireCast, headers: Record<string, string>): Promise<Asked & Pick<Reply, 'etag'>> {
  const { result, usage } = await cast.usageOf(() => cast.get(headers))
  return {
    kilobytes: result.body.length / KILOBYTE,
    cpu: usage / MILLISECOND_US,
    status: result.status,
    etag: result.etag,
  }
}

function report(rounds: Round[]): RowResult {
  const over = (read: (round: Round) => number) => rounds.map(read)
  const sizes = [
    ['plain JSON', 'plain', undefined],
    ['first overview, zstd', 'first', 300],
    ['first overview, Brotli', 'older', 300],
    [`refresh, ${FEW} machines have sent a record`, 'few', 40],
    ['refresh, every machine has sent a record', 'all', undefined],
    ['refresh, nothing is new', 'unchanged', undefined],
  ] as const
  const times = [
    ['plain JSON, made anew', 'plain'],
    ['first overview, zstd, made anew', 'first'],
    ['the same for the next viewer', 'shared'],
    ['first overview, Brotli', 'older'],
    [`refresh, ${FEW} machines`, 'few'],
    ['refresh, every machine', 'all'],
    ['refresh, nothing is new', 'unchanged'],
  ] as const
  return {
    row: 26,
    title: `machines/me?includeHistory=true&hours=3 of ${MACHINES} machines over the wire`,
    findings: [
      ...sizes.map(([what, part, limit]) =>
        finding(
          what,
          'kB',
          over((round) => round[part].kilobytes),
          limit === undefined ? undefined : atMost(limit),
        ),
      ),
      ...times.map(([what, part]) =>
        finding(
          `server: ${what}`,
          'ms CPU',
          over((round) => round[part].cpu),
        ),
      ),
    ],
    notes: [
      'Counts of the minutes are left to chance: 15 to 34 of each machine and minute. Bytes are those of the bodies.',
    ],
  }
}
