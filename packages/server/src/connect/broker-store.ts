import type { Aedes, Client, PublishPacket } from 'aedes'

/** Devices hear nothing of each other: what a device has published has arrived, and looking for its readers is left out. */
export function skipRouting(aedes: Aedes): void {
  const publish = aedes.publish.bind(aedes) as (...args: unknown[]) => void
  aedes.publish = (packet: PublishPacket, ...rest: [Client | null, () => void] | [() => void]) => {
    const [client, done] = rest
    if (client instanceof Object && done !== undefined) done()
    else publish(packet, ...rest)
  }
}

const NOTHING = Buffer.alloc(0)

/** Of a message of QoS 2 that has arrived only its identifier is needed, for when it comes once more: its content is not stored. */
export function skipPayloads(aedes: Aedes): void {
  const persistence = storeOf(aedes)
  const store = persistence.incomingStorePacket.bind(persistence)
  persistence.incomingStorePacket = (client, packet) => store(client, { ...packet, topic: '', payload: NOTHING })
}

/** Removes what is stored for a client that is away. */
export function forgetSession(aedes: Aedes, id: string): void {
  const persistence = storeOf(aedes)
  void persistence.cleanSubscriptions({ id })
  void persistence.cleanIncoming({ id })
}

/** What the broker stores of its clients, in memory; its types leave it out. */
interface Store {
  incomingStorePacket: (client: { id: string }, packet: object) => Promise<void>
  cleanSubscriptions: (client: { id: string }) => Promise<void>
  cleanIncoming: (client: { id: string }) => Promise<void>
}

function storeOf(aedes: Aedes): Store {
  return (aedes as unknown as { persistence: Store }).persistence
}
