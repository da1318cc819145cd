/** Reason codes of MQTT 5 (section 2.4) that the broker sends. */
export const reason = {
  success: 0x00,
  disconnectWithWill: 0x04,
  noSubscriptionExisted: 0x11,
  unspecified: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  clientIdNotValid: 0x85,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverBusy: 0x89,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  topicNameInvalid: 0x90,
  packetIdentifierNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  sharedSubscriptionsNotSupported: 0x9e,
  subscriptionIdentifiersNotSupported: 0xa1,
} as const

export type ReasonCode = (typeof reason)[keyof typeof reason]

/** Return codes of CONNACK in MQTT 3.1.1 (table 3.1) by the reason code that says the same; others are a server that is unavailable. */
const RETURN_CODES = new Map<ReasonCode, number>([
  [reason.success, 0],
  [reason.unsupportedVersion, 1],
  [reason.clientIdNotValid, 2],
  [reason.badCredentials, 4],
  [reason.notAuthorized, 5],
])
const SERVER_UNAVAILABLE = 3

export function returnCodeOf(code: ReasonCode): number {
  return RETURN_CODES.get(code) ?? SERVER_UNAVAILABLE
}

/** A packet for which its connection ends. */
export class PacketFault extends Error {
  readonly code: ReasonCode

  constructor(message: string, code: ReasonCode = reason.malformedPacket) {
    super(message)
    this.code = code
  }
}
