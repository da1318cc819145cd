import { plainTagMapEntry, type TagMapEntry, tagMapEntriesSchema } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'

interface SampleMap {
  name: string
  source: 'json' | 'sparkplug' | 'opcua'
  machineType: string
  topicFilter: string | null
  timeAddress: string | null
  entries: readonly TagMapEntry[]
  /** Whether its newest version is rolled out. */
  isActive: boolean
}

function entry(canonicalTag: string, address: string, rest: Partial<TagMapEntry> = {}): TagMapEntry {
  return { ...plainTagMapEntry, role: 'other', canonicalTag, address, ...rest }
}

const packml = { '6': 'Execute', '5': 'Idle', '2': 'Stopped', '9': 'Aborted', '11': 'Held' }

/** No map in use reads JSON: the machines of the sample send it, in the form that needs no map. */
const maps: readonly SampleMap[] = [
  {
    ...{ name: 'Flow wrapper, Sparkplug', source: 'sparkplug', machineType: 'FLW', isActive: true },
    ...{ topicFilter: null, timeAddress: null },
    entries: [
      entry('machineState', 'Status/StateCurrent', { role: 'state', dataType: 'text', valueMap: packml }),
      entry('totalCycles', 'Admin/ProdProcessedCount', { role: 'count', rolloverAt: 65_536 }),
      entry('rejects', 'Admin/ProdDefectiveCount', { role: 'reject', rolloverAt: 65_536 }),
      entry('cyclesPerMin', 'Status/CurMachSpeed', { role: 'speed', deadband: 0.5 }),
      entry('temperature', 'Cabinet/Temperature', { role: 'temperature', unit: '°C', scale: 0.1, deadband: 0.2 }),
      entry('sealTemperature', 'Seal/Front/Actual', { unit: '°C', scale: 0.1, deadband: 0.5 }),
    ],
  },
  {
    ...{ name: 'Tray sealer, OPC UA', source: 'opcua', machineType: 'TRS', isActive: true },
    ...{ topicFilter: null, timeAddress: null },
    entries: [
      entry('machineState', 'ns=4;s=PackML.Status.StateCurrent', {
        ...{ role: 'state', dataType: 'text', valueMap: packml },
      }),
      entry('totalCycles', 'ns=4;s=PackML.Admin.ProdProcessedCount', { role: 'count' }),
      entry('cyclesPerMin', 'ns=4;s=PackML.Status.CurMachSpeed', { role: 'speed', deadband: 0.5 }),
      entry('oxygen', 'ns=4;s=Gas.Oxygen', { unit: '%', deadband: 0.1 }),
      entry('vacuum', 'ns=4;s=Chamber.Vacuum', { unit: 'mbar', deadband: 1 }),
    ],
  },
  {
    ...{ name: 'Labeller, gateway in Lyon', source: 'json', machineType: 'LBL', isActive: false },
    ...{ topicFilter: 'lyon/{machineID}/values', timeAddress: 'header.ts' },
    entries: [
      entry('totalCycles', 'counters.good', { role: 'count' }),
      entry('cyclesPerMin', 'speed', { role: 'speed' }),
      entry('labelsLeft', 'reel.remaining'),
    ],
  },
]

/** Tag maps as they are drawn up over the years, the first of them in their second version. */
export async function seedTagMaps(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM tag_map LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  const rows = maps.map((map) => ({ ...map, entries: tagMapEntriesSchema.parse(map.entries) }))
  // The first version lacked the last entry.
  await sql`
    INSERT INTO tag_map (name, source, machine_type, topic_filter, time_address, entries)
    SELECT value ->> 'name', value ->> 'source', value ->> 'machineType', value ->> 'topicFilter', value ->> 'timeAddress',
      CASE WHEN (value ->> 'isActive')::boolean THEN (value -> 'entries') - (-1) ELSE value -> 'entries' END
    FROM ${given(rows)} ORDER BY place
  `.execute(db)
  await sql`
    UPDATE tag_map SET entries = value -> 'entries' FROM ${given(rows)}
    WHERE tag_map.name = value ->> 'name' AND (value ->> 'isActive')::boolean
  `.execute(db)
  await sql`
    UPDATE tag_map SET active_version = version FROM ${given(rows)}
    WHERE tag_map.name = value ->> 'name' AND (value ->> 'isActive')::boolean
  `.execute(db)
}
