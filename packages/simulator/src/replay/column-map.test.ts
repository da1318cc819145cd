import { describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { locateColumns, parseMappings } from './column-map.ts'

const whole = ['Time=lastSeen', 'Machine=machineID']

function fault(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof UsageError) return error.message
  }
  throw new Error('it did not fail as a faulty command does')
}

describe('a mapping', () => {
  test('names a column and a field, or a free-form reading', () => {
    expect(parseMappings([...whole, 'a=b=humidity', ' Jaw (°C) = machineData.Jaw.Temp '], undefined)).toEqual([
      { column: 'Time', field: 'lastSeen' },
      { column: 'Machine', field: 'machineID' },
      { column: 'a=b', field: 'humidity' },
      { column: 'Jaw (°C)', field: 'machineData', reading: 'Jaw.Temp' },
    ])
  })

  test.each(['temp', '=temperature', 'Temp=', '='])('that reads %j is refused', (option) => {
    expect(fault(() => parseMappings([...whole, option], undefined))).toContain('--map <column>=<field>')
  })

  test.each(['Temp=temp', 'Temp=machineData', 'Temp=machineData.', 'Temp=online'])(
    'to an unknown field, %s, is refused with the fields there are',
    (option) => {
      const message = fault(() => parseMappings([...whole, option], undefined))
      expect(message).toContain('is no field')
      expect(message).toContain('temperature')
      expect(message).toContain('machineData.<name>')
    },
  )

  test('of two columns to one field is refused', () => {
    expect(fault(() => parseMappings([...whole, 'A=humidity', 'B=humidity'], undefined))).toContain('humidity')
    const readings = ['A=machineData.x', 'B=machineData.x']
    expect(fault(() => parseMappings([...whole, ...readings], undefined))).toContain('machineData.x')
  })

  test('to the time is needed', () => {
    expect(fault(() => parseMappings(['Machine=machineID'], undefined))).toContain('lastSeen')
  })

  test('to the machine, or one machine for all rows, is needed, and not both', () => {
    expect(fault(() => parseMappings(['Time=lastSeen'], undefined))).toContain('--machine')
    expect(fault(() => parseMappings(whole, 'VFFS-2214'))).toContain('--machine')
    expect(parseMappings(['Time=lastSeen'], 'VFFS-2214')).toHaveLength(1)
  })
})

describe('a mapped column', () => {
  const mappings = parseMappings(whole, undefined)

  test('is found in the header', () => {
    expect(locateColumns(['Machine', 'x', ' Time '], mappings)).toEqual([2, 0])
  })

  test('that is not there is refused with the columns there are', () => {
    const message = fault(() => locateColumns(['Zeit', 'Machine'], mappings))
    expect(message).toContain('no column Time')
    expect(message).toContain('Zeit, Machine')
  })

  test('that is there twice is refused', () => {
    expect(fault(() => locateColumns(['Time', 'Machine', 'Time'], mappings))).toContain('two columns Time')
  })
})
