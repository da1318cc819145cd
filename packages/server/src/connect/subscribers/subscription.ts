/** A subscriber as it is run: its row, with the secrets opened. */
export interface Subscription {
  id: string
  name: string
  rowVersion: number
  brokerUrl: string
  clientId: string
  topicFilter: string
  shareGroup: string | null
  qos: 0 | 1 | 2
  protocol: '3.1.1' | '5'
  encoding: 'json' | 'sparkplugB' | 'raw'
  session: 'clean' | 'stored' | null
  customerId: string | null
  username: string | null
  password: string | undefined
  caCertificate: string | null
  clientCertificate: string | null
  clientKey: string | undefined
  rejectUnauthorized: boolean
  /** A secret was sealed with the key of another installation. */
  isUnreadable: boolean
}

/**
 * Whether several servers share the messages. Those of an edge node of Sparkplug B make sense in their sequence alone, so that one server
 * takes them all whatever the share group says.
 */
export function sharesMessages({ shareGroup, encoding }: Pick<Subscription, 'shareGroup' | 'encoding'>): boolean {
  return shareGroup !== null && encoding !== 'sparkplugB'
}

/** What is subscribed to at the broker: with a share group, the broker deals the messages out (MQTT 5, 4.8.2). */
export function filterOf(subscription: Pick<Subscription, 'shareGroup' | 'topicFilter' | 'encoding'>): string {
  const { shareGroup, topicFilter } = subscription
  return sharesMessages(subscription) ? `$share/${shareGroup}/${topicFilter}` : topicFilter
}

/**
 * Whether the broker shall store our session while we are away. A host of Sparkplug B begins anew with each connection
 * (tck-id-message-flow-phid-sparkplug-clean-session-311 and -50), unless its subscriber says otherwise.
 */
export function keepsSession({ encoding, qos, session }: Pick<Subscription, 'encoding' | 'qos' | 'session'>): boolean {
  const usual = encoding === 'sparkplugB' ? 'clean' : 'stored'
  return qos > 0 && (session ?? usual) === 'stored'
}

const usualPorts: Record<string, number> = { mqtt: 1883, mqtts: 8883, ws: 80, wss: 443 }

/** The parts of a broker's address, an IPv6 address without its brackets. URL knows the usual ports of http alone. */
export function addressOf({ brokerUrl }: Pick<Subscription, 'brokerUrl'>) {
  const [, scheme = '', host = '', port] = /^(\w+):\/\/(\[[^\]]*\]|[^:/]*)(?::(\d+))?/.exec(brokerUrl) ?? []
  return { scheme, host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? usualPorts[scheme]) }
}

/** Which broker it is, as far as its address says. */
export function brokerOf(subscription: Pick<Subscription, 'brokerUrl'>): string {
  const { host, port } = addressOf(subscription)
  return `${host.toLowerCase()}:${port}`
}
