import { SAMPLE_LIFE_DAYS } from '@packhouse/contract'
import { sleepUntil } from './clock.ts'
import { ApiUnavailable, askLastSeen } from './last-seen.ts'
import { log } from './log.ts'
import { backfillMembers, type FleetParts, type Member, publishMembers } from './member.ts'

const DAY_MS = 86_400_000
const ASK_EVERY_MS = 60_000
/** Customers join within minutes after the history of the fleet is complete. */
const MOST_ASKS = 30

type LastSeen = ReadonlyMap<string, number | null>

/**
 * Runs the machines of customers that join later, from the time on when the API knows them: a record of a machine that nobody has
 * registered would register it without its customer.
 * @param known what the API said at the start; undefined if it could not be asked
 */
export async function runJoined(
  members: readonly Member[],
  known: LastSeen | undefined,
  parts: FleetParts,
): Promise<void> {
  const lastSeen = await untilJoined(members, known, parts)
  if (lastSeen === undefined) return
  const joined = joinedOf(members, lastSeen)
  const words = await backfillMembers(joined, lastSeen, parts)
  if (parts.stop.aborted) return
  log(`${joined.length} machines of customers that have joined send too (${words})`)
  await publishMembers(joined, parts)
}

function joinedOf(members: readonly Member[], lastSeen: LastSeen): Member[] {
  return members.filter(({ machine }) => lastSeen.has(machine.machineID))
}

/** @returns when each machine was last heard of; undefined where none of the members has joined */
async function untilJoined(
  members: readonly Member[],
  known: LastSeen | undefined,
  { settings, clock, stop }: FleetParts,
): Promise<LastSeen | undefined> {
  let lastSeen = known
  // With less history nobody joins.
  let left = settings.historyMs >= SAMPLE_LIFE_DAYS * DAY_MS ? MOST_ASKS : 0
  while (lastSeen === undefined || joinedOf(members, lastSeen).length === 0) {
    if (left === 0 || settings.accountPassword === undefined) return undefined
    left -= 1
    await sleepUntil(clock, clock.now() + ASK_EVERY_MS, stop)
    if (stop.aborted) return undefined
    lastSeen = await ask(settings.apiUrl, settings.accountPassword)
  }
  return lastSeen
}

async function ask(apiUrl: string, password: string): Promise<LastSeen | undefined> {
  try {
    return await askLastSeen(apiUrl, password)
  } catch (error) {
    if (!(error instanceof ApiUnavailable)) throw error
    return undefined
  }
}
