import type { Subscription } from '../subscribers/subscription.ts'

/** A broker of others that serves as that of the installation, as `BROKER_URL` names it, and the name of this node there. */
export interface SharedBroker {
  url: string
  nodeId: string
}

/** Such a broker as a connection to it is made. The operator has chosen its address, so it may be anywhere. */
export function subscriptionOf({ url, nodeId }: SharedBroker): Subscription {
  const { username, password, protocol, host } = new URL(url)
  return {
    id: '',
    name: 'broker',
    rowVersion: 0,
    brokerUrl: `${protocol}//${host}`,
    clientId: nodeId,
    topicFilter: '',
    shareGroup: SHARE_GROUP,
    qos: 1,
    protocol: '5',
    encoding: 'json',
    session: 'clean',
    customerId: null,
    username: username === '' ? null : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    caCertificate: null,
    clientCertificate: null,
    clientKey: undefined,
    rejectUnauthorized: true,
    isUnreadable: false,
  }
}

/** All ingest nodes are in this group: the broker gives each message to one of them. */
export const SHARE_GROUP = 'packhouse'
