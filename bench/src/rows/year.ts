import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { HistoryCast } from './history-cast.ts'
import { HistoryServer } from './history-server.ts'

const POINTS = 500
const ASKED_PER_ROUND = 3
const TARGET_MS = 150

/** Row 30: one tag of one machine over a year. */
export async function measureYear(stage: Stage, options: Options): Promise<RowResult> {
  const days = options.quick ? 30 : 365
  const cast = await HistoryCast.start(stage, { machines: 1, days, seed: options.seed, keepRows: false })
  const server = await HistoryServer.start(stage)
  const span = `from=${new Date(cast.from).toISOString()}&to=${new Date(cast.to).toISOString()}`
  const address = `/v1/ignition/machines/${cast.machineIDs[0]}/history?points=${POINTS}&${span}`
  try {
    const rounds: number[] = []
    for (let round = -1; round < options.rounds; round++) {
      let ms = 0
      for (let n = 1; n <= ASKED_PER_ROUND; n++) ms += (await server.ask(`${address}&tag=analogue${n}`)).ms
      if (round >= 0) rounds.push(ms / ASKED_PER_ROUND)
    }
    return {
      row: 30,
      title: `one tag of a machine over ${days} days at 10 s (${cast.records.toLocaleString('en')} records), ${POINTS} points`,
      findings: [finding('the whole call', 'ms', rounds, atMost(TARGET_MS))],
      notes: ['Another tag each time. The call is timed with HTTP, sign-in check and JSON.'],
    }
  } finally {
    await server.stop()
  }
}
