import { createHash } from 'node:crypto'
import type { Encoding } from '../decode.ts'

export interface RefusedMessage {
  receivedAt: number
  device: string
  /** Of the device; null or absent for one of the company. */
  customerId?: string | null
  topic: string
  payload: Buffer
  encoding: Encoding
  /** The machine it was for; null if unknown. */
  machineKey: number | null
  code: string
  reason: string
  /** Where only its time spoke against it: how far it was ahead of us, ms, and the record in the product's own words. */
  untimely?: { leadMs: number; ownWords: Buffer }
}

/** Refused messages of the same sender, topic and payload: one dead letter. */
export interface Letter {
  digest: Buffer
  first: RefusedMessage
  seen: number
  lastAt: number
  messages: RefusedMessage[]
}

/** Puts together what is the same. */
export function lettersOf(messages: readonly RefusedMessage[]): Letter[] {
  const letters = new Map<string, Letter>()
  for (const message of messages) {
    const digest = digestOf(message)
    const id = digest.toString('latin1')
    const known = letters.get(id)
    if (known === undefined) {
      letters.set(id, { digest, first: message, seen: 1, lastAt: message.receivedAt, messages: [message] })
      continue
    }
    known.seen += 1
    known.lastAt = Math.max(known.lastAt, message.receivedAt)
    known.messages.push(message)
  }
  return [...letters.values()]
}

function digestOf({ device, customerId, machineKey, topic, encoding, payload }: RefusedMessage): Buffer {
  const origin = JSON.stringify([device, customerId ?? null, machineKey, topic, encoding])
  return createHash('sha256').update(origin).update(payload).digest()
}
