import { ApiError } from '../api-error.ts'
import type { OutboxEntry, OutboxFile } from './outbox.ts'
import { kindOf, outboxOf, sendWaiting } from './own-outbox.ts'

interface OpenDraft {
  entry: OutboxEntry
  files?: readonly OutboxFile[]
  /** When all that was changed of it is stored, or could not be. */
  settled: () => Promise<unknown>
}

/**
 * Sends a draft of a form: what cannot be sent now waits on the device.
 * @returns what became of it. @throws ApiError where the server refuses it: it is a draft again then
 */
export async function sendEntry(
  owner: string,
  { entry, files = [], settled }: OpenDraft,
): Promise<'sent' | 'waiting' | 'conflict'> {
  const outbox = outboxOf(owner)
  await settled()
  try {
    await outbox.keep({ ...entry, state: 'waiting' })
  } catch {
    // A device that keeps nothing, such as in a private window, sends what it can reach the server with.
    const kind = await kindOf(entry.kind)
    if (kind === undefined) throw new TypeError(`Nothing sends entries of the kind ${entry.kind}.`)
    const becomes = await kind.send(entry)
    for (const file of files) await kind.sendFile(becomes, file)
    await kind.onSent(entry)
    return 'sent'
  }
  const outcome = (await sendWaiting(owner)).get(entry.id)
  if (outcome?.state === 'refused') {
    await outbox.reopen(entry.id)
    throw new ApiError({ code: 'unknown', status: 400, title: outcome.reason ?? '' })
  }
  if (outcome?.state === 'sent' || outcome?.state === 'conflict') return outcome.state
  // Another tab may have sent it.
  return outbox.entries.some(({ id }) => id === entry.id) ? 'waiting' : 'sent'
}
