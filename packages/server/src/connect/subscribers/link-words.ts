import { ForbiddenAddress } from '../../platform/outgoing-address.ts'
import { sentence } from '../../platform/sentence.ts'
import { type LinkIssue, lasting, networkIssue, passing } from '../supervisor/link-issue.ts'

/** By the code of a CONNACK: MQTT 3.1.1 table 3.1, MQTT 5 table 3.1, and of a DISCONNECT of MQTT 5. */
const refusals: Record<number, LinkIssue> = {
  1: lasting(sentence`The broker does not speak this version of MQTT. Choose the other one.`, 'protocol'),
  2: lasting(sentence`The broker does not take this client id. Choose another.`, 'clientId'),
  3: passing(sentence`The broker says that it is not available at the moment.`),
  4: lasting(sentence`The broker does not know this user name and password.`, 'username'),
  5: lasting(
    sentence`The broker does not let us in. Ask its owner for a user name and a password, or for the permission.`,
    'username',
  ),
  132: lasting(sentence`The broker does not speak MQTT 5. Choose MQTT 3.1.1.`, 'protocol'),
  133: lasting(sentence`The broker does not take this client id. Choose another.`, 'clientId'),
  134: lasting(sentence`The broker does not know this user name and password.`, 'username'),
  135: lasting(
    sentence`The broker does not let us in. Ask its owner for a user name and a password, or for the permission.`,
    'username',
  ),
  136: passing(sentence`The broker says that it is not available at the moment.`),
  137: passing(sentence`The broker says that it is busy.`),
  138: lasting(sentence`The broker has banned this client. Ask its owner.`, 'clientId'),
  140: lasting(sentence`The broker wants another kind of sign-in than a user name and a password.`, 'username'),
  142: lasting(sentence`Somebody else has connected with the same client id. Give each its own.`, 'clientId'),
  151: passing(sentence`The broker says that its quota is used up.`),
  159: passing(sentence`The broker says that we connect too often.`),
}

const causes: Record<string, (where: string) => LinkIssue> = {
  ETIMEDOUT: (where) => passing(sentence`${where} does not answer. A firewall may stand in between.`, 'brokerUrl'),
  ECONNRESET: (where) =>
    isSecure(where)
      ? ended(where)
      : passing(
          sentence`${where} has ended the connection. It may expect TLS (mqtts://) or none (mqtt://).`,
          'brokerUrl',
        ),
  ERR_SOCKET_BAD_PORT: () => lasting(sentence`There is no such port: they go up to 65535.`, 'brokerUrl'),
  CERT_HAS_EXPIRED: () => lasting(sentence`The certificate of the broker has expired. Its owner has to renew it.`),
  ERR_TLS_CERT_ALTNAME_INVALID: () =>
    lasting(
      sentence`The certificate of the broker is for another name. Use the name that is in the certificate as address.`,
      'brokerUrl',
    ),
}

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

/** @param where the address of the broker */
export function linkIssueOf(error: Error | undefined, where: string): LinkIssue {
  if (error === undefined) return ended(where)
  if (error instanceof ForbiddenAddress) return lasting(error.message, 'brokerUrl')
  if (error instanceof SubscriptionRefused) return lasting(error.message, 'topicFilter')
  if (error instanceof SecretUnreadable) return lasting(error.message, 'password')
  const { code } = error as { code?: string | number }
  const refusal = typeof code === 'number' ? refusals[code] : undefined
  if (refusal !== undefined) return refusal
  const cause =
    typeof code === 'string' ? (causes[code]?.(where) ?? ofAddress(networkIssue(code, where, 'broker'))) : undefined
  if (cause !== undefined) return cause
  if (typeof code === 'string' && UNTRUSTED.includes(code)) {
    return lasting(
      sentence`Nobody we trust has signed the certificate of the broker. Enter the CA certificate of its owner.`,
      'caCertificate',
    )
  }
  if (typeof code === 'string' && /^ERR_(SSL|OSSL|TLS)/.test(code)) {
    return lasting(
      sentence`The encrypted connection could not be made (${code}). Check the certificates, and whether it is mqtts:// there.`,
      'caCertificate',
    )
  }
  if (/connack timeout/i.test(error.message))
    return passing(sentence`${where} does not answer as an MQTT broker does.`, 'brokerUrl')
  return passing(`${where}: ${error.message.replaceAll(/\p{Cc}/gu, ' ').slice(0, 300)}`)
}

function isSecure(where: string): boolean {
  return /^(mqtts|wss):/.test(where)
}

function ofAddress(issue: LinkIssue | undefined): LinkIssue | undefined {
  return issue && { ...issue, field: 'brokerUrl' }
}

/** A broker that does not like the certificate of a client says so, or just ends the connection. */
function ended(where: string): LinkIssue {
  return passing(
    isSecure(where)
      ? sentence`${where} has ended the connection. If it did so at once, it may want a client certificate that it trusts.`
      : sentence`${where} has ended the connection.`,
    isSecure(where) ? 'clientCertificate' : undefined,
  )
}

/** The broker has taken the connection, and not the topic filter. */
export class SubscriptionRefused extends Error {
  constructor(filter: string) {
    super(
      sentence`The broker does not let us subscribe to ${filter}. Ask its owner for the permission, or choose another filter.`,
    )
  }
}

/** A stored secret cannot be opened. */
export class SecretUnreadable extends Error {
  constructor() {
    super(sentence`The stored password or key was kept by another installation and cannot be read. Enter it again.`)
  }
}
