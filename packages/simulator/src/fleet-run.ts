import { setMaxListeners } from 'node:events'
import { recordTopic, type SampleMachine, sampleFleet } from '@packhouse/contract'
import { backfill } from './backfill.ts'
import { type Clock, systemClock } from './clock.ts'
import { ApiUnavailable, askLastSeen } from './last-seen.ts'
import { createBrokerNews } from './link/broker-news.ts'
import { MachineLink } from './link/machine-link.ts'
import { publishLive } from './live.ts'
import { log } from './log.ts'
import type { Settings } from './settings.ts'

interface Member {
  machine: SampleMachine
  link: MachineLink
  /** ms after the full second at which it publishes. */
  phase: number
}

/**
 * Runs the sample fleet until `stop`: first what the machines did since they were last heard of, then live.
 * Everything is disconnected when it resolves.
 */
export async function runFleet(settings: Settings, stop: AbortSignal, clock: Clock = systemClock): Promise<void> {
  const members = createMembers(settings)
  // Each machine sleeps on it; ten would be taken for a leak.
  setMaxListeners(members.length + 10, stop)
  const closed = new Promise<void>((resolve) => {
    const close = () => Promise.all(members.map(({ link }) => link.close())).then(() => resolve())
    stop.addEventListener('abort', close, { once: true })
    if (stop.aborted) void close()
  })
  const { seed } = settings
  await backfillFleet(members, settings, clock, stop)
  await Promise.all(members.map(({ machine, phase, link }) => publishLive(machine, phase, { link, clock, seed, stop })))
  await closed
}

function createMembers({ broker }: Settings): Member[] {
  const news = createBrokerNews(broker.url)
  return sampleFleet.map((machine, index) => ({
    machine,
    link: new MachineLink(broker, `simulator-${machine.machineID}`, recordTopic(machine.machineID), news),
    phase: Math.floor((1000 * index) / sampleFleet.length),
  }))
}

async function backfillFleet(members: Member[], settings: Settings, clock: Clock, stop: AbortSignal): Promise<void> {
  const lastSeen = await findLastSeen(settings)
  if (lastSeen === undefined || stop.aborted) return
  const started = performance.now()
  const { seed, historyMs } = settings
  const counts = await Promise.all(
    members.map(({ machine, link }) =>
      // There is no wait for a machine that the API does not know.
      lastSeen.has(machine.machineID)
        ? backfill(machine, lastSeen.get(machine.machineID) ?? null, { link, clock, seed, historyMs, stop })
        : 0,
    ),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (!stop.aborted) log(`the history of ${members.length} machines is complete (${total} records in ${seconds} s)`)
}

async function findLastSeen({ apiUrl, accountPassword }: Settings): Promise<Map<string, number | null> | undefined> {
  if (accountPassword === undefined) {
    log('SAMPLE_PASSWORD is not set, so the API cannot be asked; going live without backfill')
    return undefined
  }
  try {
    return await askLastSeen(apiUrl, accountPassword)
  } catch (error) {
    if (!(error instanceof ApiUnavailable)) throw error
    log(`the API at ${apiUrl} cannot be asked (${error.message}); going live without backfill`)
    return undefined
  }
}
