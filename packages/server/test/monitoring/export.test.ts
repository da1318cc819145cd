import { zstdDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const RECORDS = 1500
const app = useTestApp()
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 25 * 3_600_000
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
let customer: Caller

beforeAll(async () => {
  customer = await app.as('customer')
  const device = await app.device()
  const payloads = Array.from({ length: RECORDS }, (_, minute) => ({
    lastSeen: at(minute),
    totalCycles: 2 ** 40 + minute,
    machineState: minute % 2 === 0 ? 'Execute' : 'Idle',
    temperature: minute === 3 ? null : 20 + minute / 100,
    machineData: {
      film: minute / 4,
      recipe: minute === 5 ? '=HYPERLINK("x")' : `A "${minute}", b`,
      mixed: minute % 2 ? 1 : 'one',
    },
  }))
  await device.publishAll(ID, payloads)
  await app.runRetention()
  const [row] = await app.sql<{ rows: number }>('SELECT count(*)::int AS rows FROM record')
  // Both kinds of storage are in the file.
  expect(row?.rows).toBeGreaterThan(0)
  expect(row?.rows).toBeLessThan(RECORDS / 2)
})

async function download(query: Record<string, string>, id = ID) {
  const parts = new URLSearchParams({ from: at(0), to: at(RECORDS), ...query })
  const answer = await fetch(`${app.url}/v1/ignition/machines/${id}/export?${parts}`, {
    headers: (await customer.headers()) as Record<string, string>,
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('the records of a machine as a file', () => {
  test('are a line of CSV each, and no cell is a formula', async () => {
    const { answer, bytes } = await download({})
    expect(answer.headers.get('content-type')).toMatch('text/csv')
    expect(answer.headers.get('x-records')).toBe(String(RECORDS))
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${ID}-records.csv"`)
    const lines = parse(bytes, { bom: true, columns: true }) as Record<string, string>[]
    expect(lines).toHaveLength(RECORDS)
    expect(lines.map(({ time }) => time)).toEqual(Array.from({ length: RECORDS }, (_, minute) => at(minute)))
    expect(lines[3]).toMatchObject({
      totalCycles: String(2 ** 40 + 3),
      temperature: '',
      film: '0.75',
      recipe: 'A "3", b',
      mixed: '1',
    })
    expect(lines[5]?.recipe).toBe(`'=HYPERLINK("x")`)
  })

  test('are columns of Parquet that another program reads', async () => {
    const { answer, bytes } = await download({ format: 'parquet' })
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet')
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const rows = await parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } })
    expect(rows).toHaveLength(RECORDS)
    expect(rows[1]).toEqual({
      time: new Date(at(1)),
      totalCycles: BigInt(2 ** 40 + 1),
      totalRejects: null,
      cyclesPerMin: null,
      machineState: 'Idle',
      temperature: 20.01,
      humidity: null,
      latitude: null,
      longitude: null,
      film: 0.25,
      mixed: '1',
      recipe: 'A "1", b',
    })
    expect(rows.map(({ film }) => film)).toEqual(Array.from({ length: RECORDS }, (_, minute) => minute / 4))
  })

  test('have a column of their own for each reading, whatever its name', async () => {
    const other = 'VFFS-2215'
    const machineData = { constructor: 5, '': 3, temperature: 4, 'machineData.temperature': 'own' }
    const device = await app.device()
    await device.publishAll(other, [
      { lastSeen: at(0), machineData },
      { lastSeen: at(1), machineData: { plain: 1 } },
    ])
    const csv = await download({}, other)
    const lines = parse(csv.bytes, { bom: true, columns: true }) as Record<string, string>[]
    expect(lines).toMatchObject([
      {
        constructor: '5',
        'machineData.': '3',
        'machineData.machineData.temperature': '4',
        'machineData.temperature': 'own',
      },
      { constructor: '', 'machineData.': '', plain: '1' },
    ])
    const { answer, bytes } = await download({ format: 'parquet' }, other)
    expect(answer.status).toBe(200)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const rows = await parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } })
    expect(rows.map((row) => Object.entries(row).find(([name]) => name === 'constructor')?.[1])).toEqual([5, null])
    expect(rows.map((row) => row['machineData.machineData.temperature'])).toEqual([4, null])
  })

  test('are those of the stretch alone', async () => {
    const { answer, bytes } = await download({ from: at(30), to: at(32) })
    const lines = parse(bytes, { bom: true, columns: true }) as Record<string, string>[]
    expect(lines.map(({ time }) => time)).toEqual([at(30), at(31)])
    expect(answer.headers.get('x-records')).toBe('2')
  })

  test.each(['csv', 'parquet'])('are an empty %s file without records', async (format) => {
    const { answer, bytes } = await download({ format, from: at(-600), to: at(-500) })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-records')).toBe('0')
    if (format === 'csv') expect(bytes.toString()).toMatch(/^\uFEFFtime,totalCycles.*\r\n$/)
  })

  test('of a foreign machine are not found, like those of one that is not there', async () => {
    const [foreign, missing] = [await download({}, 'FLW-1204'), await download({}, 'NOWHERE')]
    expect([foreign.answer.status, missing.answer.status]).toEqual([404, 404])
  })
})
