import { z } from 'zod'

/** The kinds of message that edge nodes send (Sparkplug 3.0.0, 4.2). */
export const messageKinds = ['NBIRTH', 'NDATA', 'NDEATH', 'DBIRTH', 'DDATA', 'DDEATH'] as const
export type MessageKind = (typeof messageKinds)[number]

/** From which edge node, and which device of it, a message is. */
export interface SparkplugTopic {
  group: string
  kind: MessageKind
  node: string
  /** Undefined for the messages of the node itself. */
  device: string | undefined
}

const NAMESPACE = 'spBv1.0'
const MAX_STATE_BYTES = 1_024
const stateSchema = z.object({ online: z.boolean(), timestamp: z.int().nonnegative() })
const PART = '[^/+#\\u0000-\\u001f]{1,128}'
const TOPIC = new RegExp(`^${NAMESPACE}/(${PART})/([ND])(BIRTH|DATA|DEATH)/(${PART})(?:/(${PART}))?$`)
const HOSTS = new RegExp(`^${NAMESPACE}/(STATE/|[^/]+/[ND]CMD/)`)
/** One level of a filter, which a wildcard may stand for. */
const LEVEL = `(?:${PART}|\\+)`
const COMMANDS = new RegExp(`^${NAMESPACE}/${LEVEL}/[ND]CMD/(?:#|${LEVEL}(?:/(?:#|${LEVEL}))?)$`)
const STATE = new RegExp(`^(?:${NAMESPACE}/)?STATE/(?:${LEVEL}|#)$`)

export function isSparkplugTopic(topic: string): boolean {
  return topic.startsWith(`${NAMESPACE}/`)
}

/** Whether it is what hosts publish: commands for edge nodes, and their own state. */
export function isHostTopic(topic: string): boolean {
  return HOSTS.test(topic)
}

/** @returns the parts of the topic; undefined if it is not one of those that edge nodes publish on */
export function parseTopic(topic: string): SparkplugTopic | undefined {
  const [, group, level, what, node, device] = TOPIC.exec(topic) ?? []
  if (group === undefined || node === undefined || (level === 'D') !== (device !== undefined)) return undefined
  return { group, kind: `${level}${what}` as MessageKind, node, device }
}

/**
 * Whether an edge node may subscribe to it: commands, and the state of hosts. Wildcards do no harm: a command goes over the
 * connection of its edge node alone, whoever has subscribed.
 */
export function isNodeSubscription(filter: string): boolean {
  return COMMANDS.test(filter) || STATE.test(filter)
}

/** @param device of the edge node; none for the node itself */
export function commandTopic(group: string, node: string, device = ''): string {
  return device === '' ? `${NAMESPACE}/${group}/NCMD/${node}` : `${NAMESPACE}/${group}/DCMD/${node}/${device}`
}

/** Where a host announces that it is online (5.7): version 3 has it below the namespace, and in JSON. */
export function stateTopic(hostId: string): string {
  return `${NAMESPACE}/STATE/${hostId}`
}

/** What a host says of itself. */
export interface HostState {
  online: boolean
  /** Unix ms. Edge nodes heed a state only if no newer one came before it. */
  timestamp: number
}

export function statePayload(online: boolean, at: number): Buffer {
  return Buffer.from(JSON.stringify({ online, timestamp: at }))
}

/** @returns undefined where the bytes are no STATE of version 3 */
export function readState(payload: Buffer): HostState | undefined {
  if (payload.length > MAX_STATE_BYTES) return undefined
  try {
    return stateSchema.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return undefined
  }
}
