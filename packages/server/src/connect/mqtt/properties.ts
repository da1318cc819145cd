import type { FieldReader } from './field-reader.ts'
import { PacketFault, reason } from './reason-codes.ts'

/** Properties of one packet may take so many bytes: user properties have no meaning here, and cost time and memory all the same. */
const MAX_PROPERTIES_BYTES = 16 * 1024

type Kind = 'byte' | 'uint16' | 'uint32' | 'integer' | 'text' | 'binary' | 'pair'

/** Identifier and kind of each property that a client may send (MQTT 5, 2.2.2.2). */
const properties = {
  payloadFormat: [0x01, 'byte'],
  messageExpiry: [0x02, 'uint32'],
  contentType: [0x03, 'text'],
  responseTopic: [0x08, 'text'],
  correlationData: [0x09, 'binary'],
  subscriptionIdentifier: [0x0b, 'integer'],
  sessionExpiry: [0x11, 'uint32'],
  authenticationMethod: [0x15, 'text'],
  authenticationData: [0x16, 'binary'],
  requestProblemInformation: [0x17, 'byte'],
  willDelay: [0x18, 'uint32'],
  requestResponseInformation: [0x19, 'byte'],
  reasonString: [0x1f, 'text'],
  receiveMaximum: [0x21, 'uint16'],
  topicAliasMaximum: [0x22, 'uint16'],
  topicAlias: [0x23, 'uint16'],
  userProperty: [0x26, 'pair'],
  maximumPacketSize: [0x27, 'uint32'],
} as const satisfies Record<string, readonly [number, Kind]>

type Name = keyof typeof properties
type ValueOf<K extends Kind> = K extends 'text'
  ? string
  : K extends 'binary'
    ? Buffer
    : K extends 'pair'
      ? never
      : number
export type Properties = { [N in Name]?: ValueOf<(typeof properties)[N][1]> }

const byIdentifier = new Map<number, { name: Name; kind: Kind }>(
  Object.entries(properties).map(([name, [identifier, kind]]) => [identifier, { name: name as Name, kind }]),
)

/** Which properties each kind of packet may have (MQTT 5, table 2-4). */
const allowed = {
  connect: names(
    'sessionExpiry',
    'receiveMaximum',
    'maximumPacketSize',
    'topicAliasMaximum',
    'requestResponseInformation',
    'requestProblemInformation',
    'userProperty',
    'authenticationMethod',
    'authenticationData',
  ),
  will: names(
    'willDelay',
    'payloadFormat',
    'messageExpiry',
    'contentType',
    'responseTopic',
    'correlationData',
    'userProperty',
  ),
  publish: names(
    'payloadFormat',
    'messageExpiry',
    'topicAlias',
    'responseTopic',
    'correlationData',
    'userProperty',
    'contentType',
  ),
  acknowledgement: names('reasonString', 'userProperty'),
  subscribe: names('subscriptionIdentifier', 'userProperty'),
  unsubscribe: names('userProperty'),
  disconnect: names('sessionExpiry', 'reasonString', 'userProperty'),
}

function names(...list: Name[]): ReadonlySet<Name> {
  return new Set(list)
}

/** Values that no property of its name may have. */
const forbidden: Partial<Record<Name, (value: number) => boolean>> = {
  payloadFormat: isNoFlag,
  requestProblemInformation: isNoFlag,
  requestResponseInformation: isNoFlag,
  receiveMaximum: isZero,
  maximumPacketSize: isZero,
  subscriptionIdentifier: isZero,
}

function isNoFlag(value: number): boolean {
  return value > 1
}

function isZero(value: number): boolean {
  return value === 0
}

/**
 * Reads the properties of a packet. User properties are read over.
 * @throws PacketFault for one that the packet may not have, that comes twice, or that has a value it may not have
 */
export function readProperties(reader: FieldReader, packet: keyof typeof allowed): Properties {
  const length = reader.variableInteger()
  if (length === 0) return {}
  if (length > MAX_PROPERTIES_BYTES)
    throw new PacketFault(`Properties of more than ${MAX_PROPERTIES_BYTES} bytes.`, reason.packetTooLarge)
  const fields = reader.part(length)
  const found: Record<string, unknown> = {}
  while (fields.left > 0) {
    const property = byIdentifier.get(fields.variableInteger())
    if (property === undefined || !allowed[packet].has(property.name))
      throw new PacketFault(`A property does not belong into ${packet}.`)
    const { name, kind } = property
    if (kind === 'pair') {
      fields.text()
      fields.text()
      continue
    }
    if (name in found) throw new PacketFault(`The property ${name} comes twice.`, reason.protocolError)
    const value = readValue(fields, kind)
    if (typeof value === 'number' && forbidden[name]?.(value))
      throw new PacketFault(`The property ${name} must not be ${value}.`, reason.protocolError)
    found[name] = value
  }
  return found
}

function readValue(fields: FieldReader, kind: Exclude<Kind, 'pair'>): number | string | Buffer {
  switch (kind) {
    case 'byte':
      return fields.byte()
    case 'uint16':
      return fields.uint16()
    case 'uint32':
      return fields.uint32()
    case 'integer':
      return fields.variableInteger()
    case 'text':
      return fields.text()
    case 'binary':
      return fields.binary()
  }
}
