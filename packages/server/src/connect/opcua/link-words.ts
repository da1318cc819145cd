import { ForbiddenAddress } from '../../platform/outgoing-address.ts'
import { NoCertificate, OtherCertificate } from './server-certificate.ts'

/** What went wrong with a server, in words that say what to do. */
export interface Trouble {
  words: string
  /** Whether somebody has to change something; if not, it may pass by itself. */
  isLasting: boolean
}

const lasting = (words: string): Trouble => ({ words, isLasting: true })
const passing = (words: string): Trouble => ({ words, isLasting: false })

/** What the library tells, by words that are in it: status codes of OPC 10000-4, 7.39, and codes of the network. */
const causes: [RegExp, (where: string) => Trouble][] = [
  [
    /ECONNREFUSED/,
    (where) => passing(`Nothing listens at ${where}. Check the address and the port, and whether the server runs.`),
  ],
  [/ENOTFOUND/, (where) => lasting(`The name in ${where} is not known. Check how it is written.`)],
  [/EAI_AGAIN/, (where) => passing(`The name in ${where} could not be looked up at the moment.`)],
  [/EHOSTUNREACH|ENETUNREACH/, (where) => passing(`There is no way to ${where} from here.`)],
  [
    /ERR_INVALID_URL|ERR_SOCKET_BAD_PORT/,
    (where) => lasting(`${where} is no address. Check its name and its port, which is 65535 at most.`),
  ],
  [
    /BadIdentityTokenInvalid|BadUserAccessDenied|BadIdentityTokenRejected/,
    () => lasting('The server does not know this user name and password, or lets nobody in without them.'),
  ],
  [
    /identity token|user token/i,
    () =>
      lasting('The server does not take this kind of sign-in. Enter a user name and a password, or leave both out.'),
  ],
  [
    /BadCertificate|BadSecurityChecksFailed|certificate.*(trust|reject)/i,
    () =>
      lasting(
        'The server does not trust our certificate. Have its owner move the certificate of Packhouse to the trusted ones, then test again.',
      ),
  ],
  [
    /Cannot find an Endpoint|BadSecurityModeRejected|BadSecurityPolicyRejected/i,
    () => lasting('The server does not offer this security and policy. Choose what its owner names.'),
  ],
  [
    /BadTooManySessions|BadMaxConnectionsReached|BadTooManySubscriptions/,
    () => passing('The server takes no more sessions. End one, or raise its limit.'),
  ],
  [
    /ETIMEDOUT|BadTimeout|timed? ?out/i,
    (where) => passing(`${where} does not answer as an OPC UA server does. A firewall may stand in between.`),
  ],
  [
    /ECONNRESET|premature|BadConnectionClosed|BadTcp/i,
    (where) =>
      passing(
        `${where} did not let the connection stand. Check the address and the port: the server may be off or starting, or be no OPC UA server.`,
      ),
  ],
]

/** @param where the address of the server */
export function troubleOf(error: Error | undefined, where: string): Trouble {
  if (error === undefined) return passing(`${where} has ended the connection.`)
  if (error instanceof ForbiddenAddress || error instanceof PasswordUnreadable) return lasting(error.message)
  if (error instanceof OtherCertificate || error instanceof NoCertificate) return lasting(error.message)
  if (error instanceof NothingToRead) return lasting(error.message)
  const told = `${(error as { code?: string }).code ?? ''} ${error.message}`
  const cause = causes.find(([pattern]) => pattern.test(told))
  if (cause !== undefined) return cause[1](where)
  return passing(`${where}: ${plainWords(error.message).slice(0, 300)}`)
}

/** One line without control characters. */
export function plainWords(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

/** The stored password cannot be opened. */
export class PasswordUnreadable extends Error {
  constructor() {
    super('The stored password was kept by another installation and cannot be read. Enter it again.')
  }
}

/** The connection stands, and there is nothing that could be read. */
export class NothingToRead extends Error {}
