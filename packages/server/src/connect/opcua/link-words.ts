import { ForbiddenAddress } from '../../platform/outgoing-address.ts'
import { sentence } from '../../platform/sentence.ts'
import { plainLine } from '../supervisor/connection-states.ts'
import { type LinkIssue, lasting, networkIssue, passing } from '../supervisor/link-issue.ts'
import { NoCertificate, OtherCertificate } from './server-certificate.ts'

/** What the library reports, by words that are in it: status codes of OPC 10000-4, 7.39. */
const causes: [RegExp, (where: string) => LinkIssue][] = [
  [
    /BadIdentityTokenInvalid|BadUserAccessDenied|BadIdentityTokenRejected/,
    () => lasting(sentence`The server does not know this user name and password, or lets nobody in without them.`),
  ],
  [
    /identity token|user token/i,
    () =>
      lasting(
        sentence`The server does not take this kind of sign-in. Enter a user name and a password, or leave both out.`,
      ),
  ],
  [
    /BadCertificate|BadSecurityChecksFailed|certificate.*(trust|reject)/i,
    () =>
      lasting(
        sentence`The server does not trust our certificate. Have its owner move the certificate of Packhouse to the trusted ones, then test again.`,
      ),
  ],
  [
    /Cannot find an Endpoint|BadSecurityModeRejected|BadSecurityPolicyRejected/i,
    () => lasting(sentence`The server does not offer this security and policy. Choose what its owner names.`),
  ],
  [
    /BadTooManySessions|BadMaxConnectionsReached|BadTooManySubscriptions/,
    () => passing(sentence`The server takes no more sessions. End one, or raise its limit.`),
  ],
  [
    /ETIMEDOUT|BadTimeout|timed? ?out/i,
    (where) => passing(sentence`${where} does not answer as an OPC UA server does. A firewall may stand in between.`),
  ],
  [
    /ECONNRESET|premature|BadConnectionClosed|BadTcp/i,
    (where) =>
      passing(
        sentence`${where} did not let the connection stand. Check the address and the port: the server may be off or starting, or be no OPC UA server.`,
      ),
  ],
]

/** @param where the address of the server */
export function linkIssueOf(error: Error | undefined, where: string): LinkIssue {
  if (error === undefined) return passing(sentence`${where} has ended the connection.`)
  if (error instanceof ForbiddenAddress || error instanceof PasswordUnreadable) return lasting(error.message)
  if (error instanceof OtherCertificate || error instanceof NoCertificate) return lasting(error.message)
  if (error instanceof NothingToRead) return lasting(error.message)
  const text = `${(error as { code?: string }).code ?? ''} ${error.message}`
  const cause = networkIssue(text, where, 'server') ?? causes.find(([pattern]) => pattern.test(text))?.[1](where)
  if (cause !== undefined) return cause
  return passing(`${where}: ${plainLine(error.message).slice(0, 300)}`)
}

/** The stored password cannot be opened. */
export class PasswordUnreadable extends Error {
  constructor() {
    super(sentence`The stored password was kept by another installation and cannot be read. Enter it again.`)
  }
}

/** The connection is established, but there is nothing to read. */
export class NothingToRead extends Error {}
