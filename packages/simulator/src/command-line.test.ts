import { describe, expect, test } from 'vitest'
import { parseCommand } from './command-line.ts'
import { UsageError } from './usage-error.ts'

const replay = ['--replay', 'file.csv', '--map', 'Time=lastSeen', '--machine', 'VFFS-2214']

describe('a command line', () => {
  test('without options brings the fleet to life', () => {
    expect(parseCommand([])).toEqual({ kind: 'fleet' })
  })

  test('with --help asks for help, whatever else it says', () => {
    expect(parseCommand(['--help', '--speed', 'x'])).toEqual({ kind: 'help' })
  })

  test('with --replay replays a recording at its own speed', () => {
    expect(parseCommand(replay)).toEqual({
      kind: 'replay',
      recording: {
        file: 'file.csv',
        delimiter: ',',
        mappings: [{ column: 'Time', field: 'lastSeen' }],
        machineID: 'VFFS-2214',
      },
      pace: { keepTimes: false, speed: 1 },
    })
  })

  test('may set the speed or keep the times, and the delimiter', () => {
    expect(parseCommand([...replay, '--speed', '0.5'])).toMatchObject({ pace: { keepTimes: false, speed: 0.5 } })
    expect(parseCommand([...replay, '--keep-times'])).toMatchObject({ pace: { keepTimes: true } })
    expect(parseCommand([...replay, '--delimiter', ';'])).toMatchObject({ recording: { delimiter: ';' } })
    expect(parseCommand([...replay, '--delimiter', '\\t'])).toMatchObject({ recording: { delimiter: '\t' } })
  })

  test.each([
    [['--what'], '--what'],
    [['stray'], 'stray'],
    [['--replay'], '--replay'],
    [['--speed', '2'], '--replay'],
    [['--replay', 'file.csv', '--map', 'Time=lastSeen'], '--machine'],
    [['--replay', 'file.csv', '--machine', 'A'], 'lastSeen'],
    [['--replay', 'file.csv', '--map', 'Time=lastSeen', '--machine', 'a/b'], 'a/b'],
    [[...replay, '--map', 'x=seen'], 'seen'],
    [[...replay, '--speed', '0'], '--speed 0'],
    [[...replay, '--speed', 'fast'], '--speed fast'],
    [[...replay, '--speed', '2', '--keep-times'], '--keep-times'],
    [[...replay, '--delimiter', ';;'], '--delimiter'],
  ])('that reads %j is refused', (args, named) => {
    const parse = () => parseCommand(args)
    expect(parse).toThrow(UsageError)
    expect(parse).toThrow(named)
  })
})
