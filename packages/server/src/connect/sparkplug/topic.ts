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
const PART = '[^/+#\\u0000-\\u001f]{1,128}'
const TOPIC = new RegExp(`^${NAMESPACE}/(${PART})/([ND])(BIRTH|DATA|DEATH)/(${PART})(?:/(${PART}))?$`)
const COMMANDS = new RegExp(`^${NAMESPACE}/${PART}/[ND]CMD/${PART}(/#|/${PART})?$`)
const STATE = new RegExp(`^(${NAMESPACE}/)?STATE/(${PART}|\\+)$`)

export function isSparkplugTopic(topic: string): boolean {
  return topic.startsWith(`${NAMESPACE}/`)
}

/** @returns the parts of the topic; undefined if it is not one of those that edge nodes publish on */
export function parseTopic(topic: string): SparkplugTopic | undefined {
  const [, group, level, what, node, device] = TOPIC.exec(topic) ?? []
  if (group === undefined || node === undefined || (level === 'D') !== (device !== undefined)) return undefined
  return { group, kind: `${level}${what}` as MessageKind, node, device }
}

/** Whether an edge node may subscribe to it: the commands to one node, and the state of hosts. */
export function isNodeSubscription(filter: string): boolean {
  return COMMANDS.test(filter) || STATE.test(filter)
}

export function commandTopic(group: string, node: string): string {
  return `${NAMESPACE}/${group}/NCMD/${node}`
}

/** Where a host announces that it is online (5.7): version 3 has it below the namespace, and in JSON. */
export function stateTopic(hostId: string): string {
  return `${NAMESPACE}/STATE/${hostId}`
}

export function statePayload(online: boolean, at: number): string {
  return JSON.stringify({ online, timestamp: at })
}
