import { setMaxListeners } from 'node:events'
import { recordTopic, type SampleMachine, sampleFleet, sampleJoinedFleet } from '@packhouse/contract'
import { type Clock, systemClock } from './clock.ts'
import { runJoined } from './joining.ts'
import { ApiUnavailable, askLastSeen } from './last-seen.ts'
import { createBrokerNews } from './link/broker-news.ts'
import { type LinkEvents, MachineLink } from './link/machine-link.ts'
import { log } from './log.ts'
import { backfillMembers, type Member, publishMembers } from './member.ts'
import type { Settings } from './settings.ts'

/**
 * Runs the sample fleet until `stop`: first what the machines did since they were last heard of, then live. Machines that join later
 * follow. Everything is disconnected when it resolves.
 */
export async function runFleet(settings: Settings, stop: AbortSignal, clock: Clock = systemClock): Promise<void> {
  const news = createBrokerNews(settings.broker.url)
  const members = createMembers(settings, sampleFleet, news)
  const joining = createMembers(settings, sampleJoinedFleet, news)
  const all = [...members, ...joining]
  // Each machine sleeps on it; ten would be taken for a leak.
  setMaxListeners(all.length + 10, stop)
  const closed = new Promise<void>((resolve) => {
    const close = () => Promise.all(all.map(({ link }) => link.close())).then(() => resolve())
    stop.addEventListener('abort', close, { once: true })
    if (stop.aborted) void close()
  })
  const parts = { settings, clock, stop }
  const lastSeen = await findLastSeen(settings)
  const runMembers = async () => {
    if (lastSeen !== undefined && !stop.aborted) {
      const words = await backfillMembers(members, lastSeen, parts)
      if (!stop.aborted) log(`the history of ${members.length} machines is complete (${words})`)
    }
    await publishMembers(members, parts)
  }
  await Promise.all([runMembers(), runJoined(joining, lastSeen, parts)])
  await closed
}

function createMembers({ broker }: Settings, machines: readonly SampleMachine[], news: LinkEvents): Member[] {
  return machines.map((machine, index) => ({
    machine,
    link: new MachineLink(broker, `simulator-${machine.machineID}`, recordTopic(machine.machineID), news),
    phase: Math.floor((1000 * index) / machines.length),
  }))
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
