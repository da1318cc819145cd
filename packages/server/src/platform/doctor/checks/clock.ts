import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { clock as serverClock } from '../../clock.ts'
import { type Check, type Finding, fault, warning } from '../check.ts'

const NTP =
  'Switch time synchronization on (timedatectl set-ntp true, or chrony), and see that its servers can be reached.'
const PATIENCE_MS = 2_000

/** Whether the clock is synchronized, where systemd can be asked. */
export const clock: Check = {
  name: 'clock',
  title: 'Clock',
  async examine() {
    const answer = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: PATIENCE_MS,
    }).catch(() => undefined)
    return answer === undefined ? [] : synchronizedWords(answer.stdout.trim())
  },
}

/** @param answer of timedatectl */
export function synchronizedWords(answer: string): Finding[] {
  return answer === 'no' ? [warning('The clock of this machine is not synchronized.', NTP)] : []
}

/** Our clock and that of an outside database. */
export const databaseClock: Check = {
  name: 'database-clock',
  title: 'Clock of the database',
  needs: 'database',
  async examine({ database, config }) {
    if (!('client' in database)) return []
    const before = serverClock.now()
    const { rows } = await database.client.query<{ at: Date }>('SELECT clock_timestamp() AS at')
    const after = serverClock.now()
    return differenceWords((rows[0]?.at.getTime() ?? before) - (before + after) / 2, config.clock.differenceMs)
  },
}

/** @param ahead by how much the clock of the database is ahead of ours, ms */
export function differenceWords(ahead: number, mostMs: number): Finding[] {
  if (Math.abs(ahead) <= mostMs) return []
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  const where = ahead > 0 ? 'ahead of' : 'behind'
  return [
    fault(`The clock of the database is ${seconds} s ${where} the clock of this machine.`, `On both machines: ${NTP}`),
  ]
}
