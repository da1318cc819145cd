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

/** What is subscribed to at the broker: with a share group, the broker deals the messages out (MQTT 5, 4.8.2). */
export function filterOf({ shareGroup, topicFilter }: Pick<Subscription, 'shareGroup' | 'topicFilter'>): string {
  return shareGroup === null ? topicFilter : `$share/${shareGroup}/${topicFilter}`
}
