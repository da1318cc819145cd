import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { parseMappings } from './column-map.ts'
import { readRecording } from './recording.ts'
import type { RecordedRow } from './row.ts'

const MAP = ['Time=lastSeen', 'Machine=machineID', 'Temp=temperature', 'State=machineState', 'Note=machineData.Note']
const HEADER = 'Time,Machine,Temp,State,Note'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

async function read(text: string, { map = MAP, machineID = undefined as string | undefined, delimiter = ',' } = {}) {
  const file = join(folder, 'recording.csv')
  await writeFile(file, text)
  const faults: string[] = []
  const rows: RecordedRow[] = []
  const recording = { file, delimiter, mappings: parseMappings(map, machineID), machineID }
  for await (const row of readRecording(recording, (line, reason) => faults.push(`${line}: ${reason}`))) rows.push(row)
  return { rows, faults, records: rows.map(({ record }) => record) }
}

describe('a recording', () => {
  test('gives each row as a record with its time', async () => {
    const { rows, faults } = await read(`${HEADER}\n2026-11-05T07:00:00+01:00,VFFS-2214,21.5,Running,"first, good"\n`)
    expect(faults).toEqual([])
    expect(rows).toEqual([
      {
        machineID: 'VFFS-2214',
        time: Date.UTC(2026, 10, 5, 6),
        record: {
          machineID: 'VFFS-2214',
          lastSeen: '2026-11-05T06:00:00.000Z',
          temperature: 21.5,
          machineState: 'Running',
          machineData: { Note: 'first, good' },
        },
      },
    ])
  })

  test('may have a byte order mark, another delimiter, other line ends, empty cells and unmapped columns', async () => {
    const text = '\uFEFFTemp;x;Time\r\n;1;2026-11-05 06:00:00Z\r\n\r\n20;1;1762322400000\r\n20;1;1762322400.5\r\n'
    const options = { map: ['Time=lastSeen', 'Temp=temperature'], machineID: 'CRT-1130', delimiter: ';' }
    const { records, faults } = await read(text, options)
    expect(faults).toEqual([])
    expect(records).toEqual([
      { machineID: 'CRT-1130', lastSeen: '2026-11-05T06:00:00.000Z' },
      { machineID: 'CRT-1130', lastSeen: '2025-11-05T06:00:00.000Z', temperature: 20 },
      { machineID: 'CRT-1130', lastSeen: '2025-11-05T06:00:00.500Z', temperature: 20 },
    ])
  })

  test('gives free-form readings as numbers, truth values or texts', async () => {
    const cells = ['-0.71', 'true', '1e3', '0x10', 'Pillow bag']
    const lines = cells.map((cell) => `2026-11-05T06:00:00Z,A,,,${cell}`)
    const { records } = await read([HEADER, ...lines].join('\n'))
    expect(records.map(({ machineData }) => machineData?.Note)).toEqual([-0.71, true, 1000, '0x10', 'Pillow bag'])
  })

  test('reports each bad row with its line and its reason, and goes on', async () => {
    const bad = [
      '2026-11-05T06:00:00Z,A,warm,Running,',
      '2026-11-05T06:00:01Z,A,20,Resting,',
      '2026-11-05T06:00:02,A,20,Running,',
      ',A,20,Running,',
      '2026-11-05T06:00:04Z,,20,Running,',
      '2026-11-05T06:00:05Z,a/b,20,Running,',
      '2026-11-05T06:00:06Z,A,20,Running',
      '2026-11-05T06:00:07Z,A,-300,Running,',
      '2026-11-05T06:00:08Z,A,20,Run"ning,',
    ]
    const { records, faults } = await read([HEADER, ...bad, '2026-11-05T06:00:09Z,A,20,Running,'].join('\n'))
    expect(records.map(({ lastSeen }) => lastSeen)).toEqual(['2026-11-05T06:00:09.000Z'])
    const sorted = faults.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    const reasons = ['not a number', 'machineState', 'offset', 'lastSeen: is empty', 'machineID: is empty', 'machineID']
    const expected = [...reasons, 'has 4 values, the header has 5', 'temperature', 'Quote']
    expect(sorted).toHaveLength(expected.length)
    expected.forEach((reason, index) => {
      expect(sorted[index]).toMatch(new RegExp(`^${index + 2}: .*${reason}`))
    })
  })

  test('counts the lines of values that span several', async () => {
    const { faults } = await read(`${HEADER}\n2026-11-05T06:00:00Z,A,20,Running,"two\nlines"\nbad,A,20,Running,\n`)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^4: lastSeen/)
  })

  test('is there as an example', async () => {
    const file = fileURLToPath(new URL('../../examples/vffs-2215-restart.csv', import.meta.url))
    const map = ['Time=lastSeen', 'Machine=machineID', 'State=machineState', 'Total cycles=totalCycles']
    const rows: RecordedRow[] = []
    const recording = { file, delimiter: ',', mappings: parseMappings(map, undefined), machineID: undefined }
    const report = (line: number, reason: string) => expect.fail(`line ${line}: ${reason}`)
    for await (const row of readRecording(recording, report)) rows.push(row)
    expect(rows).toHaveLength(60)
  })

  test('that is not there, is a folder or is empty is refused', async () => {
    const mappings = parseMappings(MAP, undefined)
    const from = (file: string) => readRecording({ file, delimiter: ',', mappings, machineID: undefined }, () => {})
    await expect(from(join(folder, 'none.csv')).next()).rejects.toThrow(UsageError)
    await expect(from(folder).next()).rejects.toThrow(/folder/)
    await expect(read('')).rejects.toThrow(/empty/)
  })

  test('without a mapped column is refused', async () => {
    await expect(read('Time,Machine\n')).rejects.toThrow(/no column Temp/)
  })
})
