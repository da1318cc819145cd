import { useEffect, useSyncExternalStore } from 'react'
import { tokens } from '../api-client.ts'
import { readFromDevice, removeFromDevice, storeOnDevice } from '../device-store.ts'
import { useSession } from '../session.ts'
import { Outbox, type OutboxEntry, type Outcome } from './outbox.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { noteOutbox, wantOutbox } from './outbox-wanted.ts'

type KindOf = (name: string) => Promise<OutboxKind | undefined>

interface Features {
  kindOf: KindOf
  /** Loads the page of what waits. */
  loadPage: () => Promise<unknown>
  /** Loads all code of the page at an address, as going there would. @throws Error where some of it cannot be loaded */
  loadAddress: (address: string) => Promise<unknown>
}

let set: (features: Features) => void = () => undefined
const features = new Promise<Features>((resolve) => {
  set = resolve
})
let own: { owner: string; outbox: Outbox } | undefined

/** Sets who knows the kinds of entries and the page of what waits; whoever asked before gets the answer then. */
export function setOutboxFeatures(known: Features): void {
  set(known)
}

export const kindOf: KindOf = async (name) => {
  wantOutbox()
  return await (await features).kindOf(name)
}

/**
 * Loads what is needed to send entries of some kinds and to see what waits, and pages that were not opened yet: without a connection none of it could be
 * loaded any more.
 */
export async function loadForOffline(kinds: readonly string[], addresses: readonly string[] = []): Promise<void> {
  wantOutbox()
  const { loadPage, loadAddress } = await features
  await Promise.all([...kinds.map(kindOf), loadPage(), ...addresses.map(loadAddress)])
}

/** The entries of an account on this device. */
export function outboxOf(owner: string): Outbox {
  if (own?.owner !== owner) {
    const store = { read: readFromDevice, write: storeSignedIn, remove: removeFromDevice }
    const parts = {
      owner,
      store,
      locks: navigator.locks,
      senderOf: kindOf,
      now: Date.now,
      newId: crypto.randomUUID.bind(crypto),
    }
    own = { owner, outbox: new Outbox(parts) }
  }
  return own.outbox
}

/** A tab in which somebody types on after having signed out in another must not bring anything back. */
async function storeSignedIn(path: string, value: unknown): Promise<void> {
  if (tokens.access() === null) throw new Error('Nobody is signed in')
  noteOutbox()
  await storeOnDevice(path, value)
}

/** Sends what waits of an account, and says of each entry that has arrived that it has. */
export async function sendWaiting(owner: string): Promise<ReadonlyMap<string, Outcome>> {
  const outbox = outboxOf(owner)
  const before = await outbox.read()
  if (!before.some(({ state }) => state === 'waiting')) return new Map()
  const outcomes = await outbox.flush()
  for (const entry of before) {
    if (outcomes.get(entry.id)?.state === 'sent') await (await kindOf(entry.kind))?.onSent(entry)
  }
  return outcomes
}

const none: readonly OutboxEntry[] = []
const nothing = () => () => undefined

/** What the reader has entered on this device and not sent, the newest first. */
export function useOutbox(): readonly OutboxEntry[] {
  const owner = useSession()?.user.id
  const outbox = owner === undefined ? undefined : outboxOf(owner)
  useEffect(() => void outbox?.read(), [outbox])
  return useSyncExternalStore(
    outbox === undefined ? nothing : (listener) => outbox.subscribe(listener),
    () => outbox?.entries ?? none,
  )
}
