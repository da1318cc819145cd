import type { Encoding, Refusal } from '../ingest/index.ts'
import { sentence } from '../platform/sentence.ts'
import type { TagMaps } from './mapping/tag-maps.ts'
import type { OnSettled, Origin } from './message.ts'
import type { MessageIntake } from './message-intake.ts'
import { RawValues } from './subscribers/raw-values.ts'

/** Why messages of an encoding cannot be read by themselves, in words; undefined if they can. */
export function whyNotReplayed(encoding: Encoding): string | undefined {
  if (encoding === 'sparkplugB')
    return sentence`A message of Sparkplug B is read by the births before it, which are gone. The next births of its edge node bring all values anew.`
  if (encoding === 'opcua')
    return sentence`Values of OPC UA are read by the connection, which reads them anew. Mend the tag map and the next are taken.`
  return undefined
}

/**
 * Takes a refused message in once more as if it had come when it came first, so that it counts once.
 * @returns why it is refused; undefined when its record is committed
 * @throws PublishRefused where the device may not publish for the machine, or the ingest takes no more
 */
export async function replayMessage(
  { intake, tagMaps }: { intake: MessageIntake; tagMaps: TagMaps },
  origin: Origin & { firstArrival: number },
): Promise<Refusal | undefined> {
  return await new Promise((resolve, reject) => {
    const settle: OnSettled = (error, _machine, refusal) => (error === null ? resolve(refusal) : reject(error))
    if (origin.encoding === 'raw') new RawValues(intake, tagMaps).take(origin, settle)
    else intake.receiveAgain(origin, settle)
  })
}
