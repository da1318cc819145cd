import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'

interface SampleSetting {
  tag: string
  /** Letters that the ids of the machines begin with; null for every machine. */
  family: string | null
  decimals: number | null
  low: number | null
  high: number | null
}

const of = (
  family: string | null,
  tag: string,
  decimals: number | null,
  [low, high]: readonly [low: number | null, high: number | null],
): SampleSetting => ({ family, tag, decimals, low, high })

/** As wide as the machines of the sample (`packages/simulator/src/fleet/readings.ts`) wander while all is well. Of temperature two decimals are shown anyway. */
const settings: readonly SampleSetting[] = [
  of(null, 'temperature', null, [18, 42]),
  of(null, 'humidity', 0, [30, 60]),
  of(null, 'Air pressure (bar)', 2, [5.8, 6.5]),
  of('VFFS', 'Film tension (N)', 1, [38, 46]),
  of('VFFS', 'Jaw temperature (°C)', 1, [148, 156]),
  of('VFFS', 'Film tracking (mm)', 1, [-1, 1]),
  of('FLW', 'Film tension (N)', 1, [25, 31]),
  of('FLW', 'Jaw temperature (°C)', 1, [134, 142]),
  of('FLW', 'Seal pressure (bar)', 2, [3.2, 3.6]),
  of('FLW', 'Infeed gap (mm)', 0, [40, 52]),
  of('CRT', 'Glue tank temperature (°C)', 1, [164, 172]),
  of('CRT', 'Glue pressure (bar)', 2, [3.6, 4]),
  of('CRT', 'Vacuum of head 1 (bar)', 2, [null, -0.65]),
  of('TRS', 'Seal temperature (°C)', 1, [160, 168]),
  of('TRS', 'Chamber vacuum (mbar)', 1, [null, 22]),
  of('TRS', 'Residual oxygen (%)', 2, [null, 1]),
  of('CSP', 'Glue tank temperature (°C)', 1, [168, 176]),
  of('CSP', 'Vacuum of head 1 (bar)', 2, [null, -0.6]),
  of('PAL', 'Gripper vacuum (bar)', 2, [null, -0.5]),
  of('PAL', 'Hood film tension (N)', 1, [58, 70]),
  of('LBL', 'Web tension (N)', 1, [10.5, 13.5]),
  of('LBL', 'Label offset (mm)', 1, [-0.5, 0.5]),
  of('LBL', 'Glue tank temperature (°C)', 1, [144, 152]),
]

/** How readings are shown: for every machine, and for the types that machines of the sample have. */
export async function seedReadingSettings(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM reading_setting LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO reading_setting (tag, machine_type, decimals, normal_low, normal_high)
    SELECT value ->> 'tag', type, (value ->> 'decimals')::int, (value ->> 'low')::float8, (value ->> 'high')::float8
    FROM ${given(settings)} CROSS JOIN LATERAL (
      SELECT NULL WHERE value ->> 'family' IS NULL UNION
      SELECT configuration_id FROM machine WHERE split_part(machine_id, '-', 1) = value ->> 'family' AND configuration_id IS NOT NULL
    ) AS types (type)
    ORDER BY place, type
    ON CONFLICT DO NOTHING
  `.execute(db)
}
