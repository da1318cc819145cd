import { PacketFault, reason } from './reason-codes.ts'

/** @throws PacketFault where it is no name of a topic (MQTT 5, 4.7.1 and 4.7.3) */
export function assertTopic(topic: string): string {
  if (topic === '' || topic.includes('+') || topic.includes('#'))
    throw new PacketFault('A topic is empty or has a wildcard.', reason.topicNameInvalid)
  return topic
}
