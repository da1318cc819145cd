import { HISTORY_MAX_HOURS, sampleDeviceName } from '@packhouse/contract'
import type { LinkTarget } from './link/machine-link.ts'
import { UsageError } from './usage-error.ts'

/** What the environment says. */
export interface Settings {
  broker: LinkTarget
  /** Address of the API, without a slash at its end. */
  apiUrl: string
  /** Password of the sample accounts, with which the API is asked; undefined if not given. */
  accountPassword: string | undefined
  /** Decides everything that is left to chance. */
  seed: number
  /** How far back history goes that is missing, ms. */
  historyMs: number
}

const HOUR_MS = 3_600_000

/**
 * Reads MQTT_URL, API_URL, SEED, HISTORY_HOURS, SAMPLE_DEVICE_PASSWORD and SAMPLE_PASSWORD. An empty variable counts as absent.
 * @throws UsageError naming the variable
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const password = environment.SAMPLE_DEVICE_PASSWORD
  if (!password) throw new UsageError('SAMPLE_DEVICE_PASSWORD is not set; give the password of the sample device.')
  const url = readUrl('MQTT_URL', environment.MQTT_URL || 'mqtt://127.0.0.1:1883', ['mqtt:', 'mqtts:'])
  const apiUrl = readUrl('API_URL', environment.API_URL || 'http://127.0.0.1:3000', ['http:', 'https:'])
  return {
    broker: { url, userName: sampleDeviceName, password },
    apiUrl: apiUrl.replace(/\/+$/, ''),
    accountPassword: environment.SAMPLE_PASSWORD || undefined,
    seed: readWhole('SEED', environment.SEED || '1', 2 ** 32 - 1),
    historyMs:
      readWhole('HISTORY_HOURS', environment.HISTORY_HOURS || String(HISTORY_MAX_HOURS), HISTORY_MAX_HOURS) * HOUR_MS,
  }
}

function readUrl(name: string, value: string, protocols: readonly string[]): string {
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    const start = protocols.map((protocol) => `${protocol}//`).join(' or ')
    throw new UsageError(`${name} is "${value}"; it must be an address that starts with ${start}.`)
  }
  return value
}

function readWhole(name: string, value: string, most: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number <= most) return number
  throw new UsageError(`${name} is "${value}"; it must be a whole number from 0 to ${most}.`)
}
