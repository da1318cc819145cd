import { expect, test } from 'vitest'
import { type IngestVictim, runIngestKills } from '../support/crash/ingest-run.ts'
import { seed } from '../support/seed.ts'

/** The long form: `CRASH_KILLS=1000 npx vitest run --project long packages/server/test/crash/ingest-kills.long.test.ts`. */
const KILLS = Number(process.env.CRASH_KILLS ?? 4)
/** Every so many kills all is compared, and the next ones start with a database of their own. */
const ROUND = 100
/** One in so many kills is of PostgreSQL. */
const POSTGRES_ONE_IN = 20
/** The long form has a machine with other work to count with. */
const TIMEOUT_MS = Math.max(600_000, KILLS * 30_000)
const OF_POSTGRES = ['postgres', 'postgres at once', 'session'] as const

function victim(kill: number): IngestVictim {
  const place = kill / POSTGRES_ONE_IN
  return Number.isInteger(place) ? (OF_POSTGRES[place % OF_POSTGRES.length] ?? 'postgres') : 'ingest'
}

const rounds = Array.from({ length: Math.ceil(KILLS / ROUND) }, (_, round) => {
  const length = Math.min(ROUND, KILLS - round * ROUND)
  return Array.from({ length }, (_, kill) => victim(round * ROUND + kill + POSTGRES_ONE_IN - 4))
})

test.each(rounds.map((victims, round) => ({ victims, from: round * ROUND + 1, own: seed + round })))(
  `nothing acknowledged is lost or counted twice while history is sealed, over kills of the ingest from number $from on (seed $own)`,
  { timeout: TIMEOUT_MS },
  async ({ victims, own }) => {
    const { acknowledged, sealed } = await runIngestKills({ victims, seed: own })
    process.stdout.write(`${victims.length} kills: ${acknowledged} records acknowledged, ${sealed} of them sealed\n`)
    expect(acknowledged).toBeGreaterThan(victims.length * 20)
    expect(sealed).toBeGreaterThan(0)
  },
)
