import { parseArgs } from 'node:util'
import { machineIDSchema } from '@packhouse/contract'
import { parseMappings } from './replay/column-map.ts'
import type { Pace } from './replay/pace.ts'
import type { Recording } from './replay/recording.ts'
import { UsageError } from './usage-error.ts'

export const usage = `Usage: simulator [--replay <file> --map <column>=<field> ...]

Without options it brings the sample fleet to life: it publishes the records of the last hours that are missing,
then one record per machine and second, until it is stopped.

  --replay <file>          replay the rows of a CSV file instead; its first row names the columns
  --map <column>=<field>   which column is which field of a record: lastSeen, machineID, totalCycles, cyclesPerMin,
                           machineState, temperature, humidity, latitude, longitude, machineData.<name>
  --machine <ID>           the machine of all rows, where no column is mapped to machineID
  --speed <factor>         replay faster (2) or slower (0.5) than recorded; default 1
  --keep-times             publish with the recorded times, as fast as acknowledged, instead of from now on
  --delimiter <character>  between values; default , (\\t is a tab)
  --help                   print this

Environment: SAMPLE_DEVICE_PASSWORD (needed), SAMPLE_PASSWORD (for the records that are missing),
  MQTT_URL (mqtt://127.0.0.1:1883), API_URL (http://127.0.0.1:3000), SEED (1)`

export type Command = { kind: 'help' } | { kind: 'fleet' } | { kind: 'replay'; recording: Recording; pace: Pace }

/** @throws UsageError saying which option is wrong */
export function parseCommand(args: readonly string[]): Command {
  const options = readOptions(args)
  if (options.help) return { kind: 'help' }
  const { replay: file, machine: machineID } = options
  if (file === undefined) {
    if (Object.keys(options).length > 0)
      throw new UsageError('The options belong to --replay <file>, which is missing.')
    return { kind: 'fleet' }
  }
  if (machineID !== undefined && !machineIDSchema.safeParse(machineID).success) {
    throw new UsageError(
      `--machine ${machineID} is no machineID: 1 to 64 letters, digits, dots, dashes or underscores.`,
    )
  }
  // A tab is hard to type in a shell.
  const delimiter = options.delimiter === '\\t' ? '\t' : (options.delimiter ?? ',')
  if (delimiter.length !== 1) throw new UsageError('--delimiter must be one character.')
  const mappings = parseMappings(options.map ?? [], machineID)
  return { kind: 'replay', recording: { file, delimiter, mappings, machineID }, pace: readPace(options) }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        replay: { type: 'string' },
        map: { type: 'string', multiple: true },
        machine: { type: 'string' },
        speed: { type: 'string' },
        'keep-times': { type: 'boolean' },
        delimiter: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readPace(options: { speed?: string | undefined; 'keep-times'?: boolean | undefined }): Pace {
  if (options['keep-times']) {
    if (options.speed !== undefined) throw new UsageError('--speed and --keep-times exclude each other.')
    return { keepTimes: true }
  }
  const speed = Number(options.speed ?? 1)
  if (speed > 0 && speed <= 1_000_000) return { keepTimes: false, speed }
  throw new UsageError(`--speed ${options.speed} must be a number above 0, up to 1000000.`)
}
