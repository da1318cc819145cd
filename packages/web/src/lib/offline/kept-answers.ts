import { tokens } from '../api-client.ts'
import { readFromDevice, removeFromDevice, storeOnDevice } from '../device-store.ts'
import { currentView } from '../view-as.ts'
import { isUnreachable } from './unreachable.ts'

/**
 * Answers that a screen shows without a connection, kept for the account that keeps them. The note of whose they are is in local storage: it is gone at once
 * when anybody signs out or in, and without it nothing that is kept is shown any more, whatever became of the rest.
 */
const OWNER = 'packhouse-kept-for'
const START = 'kept/'
const MAX_AGE_MS = 14 * 86_400_000
/** Forms that are stored ahead have up to two each. */
const MAX_ANSWERS = 50
const MAX_LENGTH = 500_000

interface KeptAnswer {
  owner: string
  at: number
  answer: unknown
}

/** Keeps an answer until the account signs out; what is too large is not kept. Never rejects. */
export async function keepAnswer(owner: string, name: string, answer: unknown): Promise<void> {
  if (tokens.access() === null || currentView() !== null || JSON.stringify(answer).length > MAX_LENGTH) return
  localStorage.setItem(OWNER, owner)
  try {
    await storeOnDevice(START + name, { owner, at: Date.now(), answer } satisfies KeptAnswer)
    await removeOld(owner, Date.now())
  } catch {
    // Without room, or without a store, the screen needs a connection.
  }
}

/** What the server answers, or where it cannot be reached what is kept of its last answer. */
export async function askOrKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const kept = isUnreachable(error) ? await keptAnswer(name) : undefined
    if (kept === undefined) throw error
    return kept as T
  }
}

/** That what is kept is shown to nobody any more. */
export function forgetKept(): void {
  globalThis.localStorage?.removeItem(OWNER)
  void readFromDevice(START)
    .then((all) => removeFromDevice(all.map(({ path }) => path)))
    .catch(() => undefined)
}

async function keptAnswer(name: string): Promise<unknown> {
  const owner = localStorage.getItem(OWNER)
  if (owner === null || tokens.access() === null || currentView() !== null) return undefined
  const stored = await readFromDevice(START + name).catch(() => [])
  const found = stored.find(({ path }) => path === START + name)?.value as KeptAnswer | undefined
  return found?.owner === owner && Date.now() - found.at < MAX_AGE_MS ? found.answer : undefined
}

async function removeOld(owner: string, now: number): Promise<void> {
  const all = (await readFromDevice(START)).map(({ path, value }) => ({ path, ...(value as KeptAnswer) }))
  const good = all.filter((one) => one.owner === owner && now - one.at < MAX_AGE_MS)
  const stay = new Set(good.sort((one, other) => other.at - one.at).slice(0, MAX_ANSWERS))
  await removeFromDevice(all.filter((one) => !stay.has(one)).map(({ path }) => path))
}
