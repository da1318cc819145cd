import { isDeepStrictEqual } from 'node:util'
import { decodeRecord } from '../../../src/ingest/decode.ts'
import { RecordReader } from '../../../src/ingest/record-reader.ts'
import { randomNumbers } from '../seed.ts'

const ARRIVAL = Date.parse('2026-11-26T12:00:00Z')
/** A few, so that shapes are met again and machines report in several ways. */
const MACHINES = 5
const MOST_FAULTS = 20

type Random = () => number

const texts = [
  '',
  'ok',
  'a\\u0062c',
  '\\n',
  'é',
  '😀',
  '\\ud800',
  '\\u0000',
  '"',
  '\u007f',
  '\u0001',
  'x'.repeat(1_025),
]
const numbers =
  '0 -0 -0.0 00 01 1. .5 +1 1e3 1E-7 0.0000001 1.50 - 1e999 0.1 100.0 4.35 9007199254740991 9007199254740993 340123450000000018 -18446744073709551615 0012345678901234567'.split(
    ' ',
  )
const times = [
  '2026-11-26T11:59:60.000Z',
  '2026-11-26T11:59:59.999Z',
  '2026-02-30T10:00:00.000Z',
  '2026-11-26T24:00:00.000Z',
].concat(
  [
    '2026-11-26T11:30:00Z',
    '2026-11-26T11:30:00.123456Z',
    '2026-11-26T13:30:00.000+01:00',
    '2027-01-01T00:00:00.000Z',
    '2020-01-01T00:00:00.000Z',
  ],
  ['2026-11-26T11:3a:00.000Z', '2026-11-26 11:30:00.000Z', '2026-11-26T11:30:00,000Z', '2026-11-26T11:30:0x.000Z'],
)
const words = ['null', 'true', 'false', 'nul', 'truely', '[]', '{}', '[1]', '{"a":1}', '']
const names = ['seal', 'film', 'vacuum', '°C', '1', '__proto__', 'a b', 'toString', 'n\\u0061me', 'x'.repeat(129)]

/** Payloads of machines that report in their own ways, and what a hostile or broken one may make of them. */
export interface MutatedPayloads {
  payloads: number
  /** How many are records. */
  records: number
  faults: string[]
}

/** Holds the reader of records of the usual shape against the general parser: both must say the same of every payload. */
export function readMutatedPayloads({ count, seed }: { count: number; seed: number }): MutatedPayloads {
  const random = randomNumbers(seed)
  const reader = new RecordReader()
  const result: MutatedPayloads = { payloads: 0, records: 0, faults: [] }
  for (let n = 0; n < count && result.faults.length < MOST_FAULTS; n++) {
    const machine = { key: Math.floor(random() * MACHINES), machineID: 'VFFS-2214', keepRecordsDays: 400 }
    const right = Buffer.from(payloadOf(machine.key, random))
    const payload = random() < 0.4 ? right : bend(right, random)
    const expected = decodeRecord(machine, payload, ARRIVAL)
    const decoded = reader.decode(machine, payload, ARRIVAL)
    result.payloads += 1
    if ('record' in expected) result.records += 1
    if (!isDeepStrictEqual(decoded, expected) || !isInOrder(decoded, expected))
      result.faults.push(`${payload.toString('latin1')}: ${JSON.stringify(decoded)}, not ${JSON.stringify(expected)}`)
  }
  return result
}

/** What is written of a record depends on the order of its readings. */
function isInOrder(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A payload in the way of a machine, seldom with something unusual in it. */
function payloadOf(machine: number, random: Random): string {
  const space = machine === 1 ? ' ' : ''
  const pair = (name: string, value: string) => `${space}"${name}":${space}${value}`
  const isOdd = () => random() < 0.03
  const number = (low: number, span: number, digits: number) => {
    if (isOdd()) return oneOf([...numbers, ...words], random)
    // Up to more digits than a double holds.
    return (low + random() * span).toFixed(isOdd() ? Math.floor(random() * 18) : digits)
  }
  const text = (usual: string) => `"${isOdd() ? oneOf([...texts, ...times], random) : usual}"`
  const name = (usual: string) => (isOdd() ? oneOf(names, random) : usual)
  const time = new Date(ARRIVAL - Math.floor(random() * 200_000)).toISOString()
  const fields = [
    pair('lastSeen', text(time)),
    pair('totalCycles', number(1_000_000, 1_000, 0)),
    pair(name('cyclesPerMin'), number(15, 20, 1)),
    pair('machineState', text(oneOf(['Running', 'Idle', 'Stopped', 'Faulted', 'Execute'], random))),
    pair('temperature', number(-300, 600, 2)),
    pair('humidity', number(-5, 110, 2)),
    pair('latitude', number(-91, 182, 6)),
  ]
  const readings = ['seal', 'film', 'vacuum', 'motor'].map((usual) => pair(name(usual), number(-10, 20, 3)))
  readings.push(
    pair(name('lot'), text(`L-${Math.floor(random() * 1_000)}`)),
    pair(name('door'), oneOf(words.slice(0, 3), random)),
  )
  const kept = fields.filter(() => random() < (machine < 3 ? 0.98 : 0.7))
  if (machine !== 4) kept.push(pair('machineData', `{${(machine === 2 ? [] : readings).join(',')}${space}}`))
  return `${space}{${kept.join(',')}${space}}${machine === 1 ? '\r\n' : ''}`
}

function bend(right: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(right)
  const place = Math.floor(random() * bytes.length)
  const piece = (from: number) => bytes.subarray(from, from + Math.floor(random() * 20))
  const joined = (...parts: (Buffer | string)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  switch (Math.floor(random() * 8)) {
    case 0:
      bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8))
      return bytes
    case 1:
      bytes[place] = oneOf([...Buffer.from('0123456789-+.eE"\\{}[]:, \t\n\0')], random)
      return bytes
    case 2:
      return bytes.subarray(0, place)
    case 3:
      return joined(bytes.subarray(0, place), piece(Math.floor(random() * bytes.length)), bytes.subarray(place))
    case 4:
      return joined(bytes.subarray(0, place), bytes.subarray(place + Math.floor(random() * 8)))
    case 5:
      return joined(bytes.subarray(0, place), oneOf([...texts, ...numbers, ...words], random), bytes.subarray(place))
    case 6:
      return joined(oneOf(['\ufeff', ' ', '\n', '[', '\u00a0'], random), bytes)
    default:
      return joined(bytes, oneOf([' ', '}', '\0', ',', '{}', '\ufeff'], random))
  }
}

function oneOf<T>(all: readonly T[], random: Random): T {
  return all[Math.floor(random() * all.length)] as T
}
