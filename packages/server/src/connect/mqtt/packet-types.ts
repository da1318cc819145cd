/** Control packet types (MQTT 5, 2.1.2). */
export const packetType = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  suback: 9,
  unsubscribe: 10,
  unsuback: 11,
  pingreq: 12,
  pingresp: 13,
  disconnect: 14,
  auth: 15,
} as const

export type Qos = 0 | 1 | 2
/** The protocol level of a CONNECT: 3.1, 3.1.1 and 5. */
export type ProtocolLevel = 3 | 4 | 5
