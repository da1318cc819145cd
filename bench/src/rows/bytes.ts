import type { Options } from '../options.ts'
import { atMost, type Finding, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { HistoryCast } from './history-cast.ts'
import { VALUES } from './history-data.ts'
import { VictoriaMetrics } from './victoria-metrics.ts'

/** Bytes a value in Gorilla (Pelkonen et al., 2015). */
const GORILLA = 1.37

/** Row 2: bytes for each stored value, indexes included. Sizes do not vary from round to round: one is measured. */
export async function measureBytes(stage: Stage, options: Options): Promise<RowResult> {
  const [machines, days] = options.quick ? [10, 3] : [100, 7]
  const peer = await VictoriaMetrics.start(stage.folder)
  try {
    const cast = await HistoryCast.start(
      stage,
      { machines, days, seed: options.seed, keepRows: false },
      async (...values) => peer?.store(...values),
    )
    const values = cast.records * VALUES
    const own = await blockBytes(stage)
    const other = await peer?.bytes()
    return {
      row: 2,
      title: `bytes for each of ${values.toLocaleString('en')} values: ${machines} machines, ${VALUES} values, ${days} days at 10 s`,
      findings: findingsOf(own / values, other === undefined ? undefined : other / values),
      notes: [
        'Sealed blocks with their index and TOAST, as the product stores, seals and joins them; the last day still in hours.',
        other === undefined
          ? 'VictoriaMetrics is not on this machine (Debian has it as victoria-metrics).'
          : 'VictoriaMetrics after force_merge, its whole data folder.',
      ],
    }
  } finally {
    await peer?.stop()
  }
}

function findingsOf(own: number, other: number | undefined): Finding[] {
  const gorilla = finding('of that / the 1.37 of Gorilla', '', [own / GORILLA], atMost(1))
  if (other === undefined) return [finding('blocks', 'bytes/value', [own]), gorilla]
  return [
    finding('blocks', 'bytes/value', [own]),
    finding('VictoriaMetrics', 'bytes/value', [other]),
    finding('blocks / VictoriaMetrics', '', [own / other], atMost(1)),
    gorilla,
  ]
}

async function blockBytes({ database }: Stage): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('record_block') AS bytes`,
  )
  return Number(rows[0]?.bytes)
}
