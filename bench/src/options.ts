import { parseArgs } from 'node:util'

export interface Options {
  rows: number[]
  rounds: number
  seed: number
  /** Length of one round to saturation. */
  seconds: number
  /** Whether it is only to show that it works. */
  quick: boolean
  /** File for the result as JSON. */
  out: string | undefined
  /** Whether the run is stored and compared with the last one. */
  all: boolean
  /** Machines of row 5. */
  metricsMachines: number
  /** The larger of two fleets of row 9, instead of all sizes. */
  largestFleet: number | undefined
  /** Folder for a processor profile of the server that stores. */
  profile: string | undefined
}

/** Those of machines and their data come first, in case a night ends early. */
export const KNOWN_ROWS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 24, 25, 26, 27, 29, 30, 31, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23, 28,
]

export const USAGE = `node bench/src/main.ts [row…] [options]
  row…            rows of the performance table to measure (default: ${KNOWN_ROWS.join(' ')})
  all             every row, stored in bench/history and compared with the last run that is there
  --rounds N      interleaved rounds (default: 5)
  --seed N        seed of the workload (default: 1)
  --quick         two short rounds: shows that it works, not how fast
  --machines N    machines of row 5 (default: 50; the target says 1,000, which takes an hour to fill)
  --largest N     row 9 with 100 machines and N alone, such as 1000000
  --out FILE      also write the result there, as JSON
  --profile DIR   write a processor profile of the storing server there`

/** @throws Error in words for the person at the terminal */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      machines: { type: 'string', default: '50' },
      largest: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const all = positionals.length === 1 && positionals[0] === 'all'
  const isEvery = all || positionals.length === 0
  const rows = isEvery ? KNOWN_ROWS : positionals.map((row) => whole('A row', row))
  const unknown = rows.filter((row) => !KNOWN_ROWS.includes(row))
  if (unknown.length > 0)
    throw new Error(`Row ${unknown.join(', ')} is not measured; there are ${KNOWN_ROWS.join(', ')}.`)
  return {
    rows,
    rounds: whole('--rounds', values.rounds ?? (values.quick ? '2' : '5')),
    seed: whole('--seed', values.seed),
    seconds: values.quick ? 2 : 5,
    quick: values.quick,
    out: values.out,
    all,
    metricsMachines: whole('--machines', values.machines),
    largestFleet: values.largest === undefined ? undefined : whole('--largest', values.largest),
    profile: values.profile,
  }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw new Error(`${name} must be a whole number from 1, not ${text}.`)
  return Number(text)
}
