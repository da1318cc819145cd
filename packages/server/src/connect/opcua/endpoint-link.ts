import type {
  ClientSession,
  ClientSessionRawSubscriptionService,
  OPCUAClient,
  OPCUAClientOptions,
} from 'node-opcua-client'
import { resolveEndpoint } from './endpoint-address.ts'
import { certificatesIn, loadOpcua } from './library.ts'
import { PasswordUnreadable } from './link-words.ts'
import type { EndpointSettings } from './opcua-connection.ts'
import { Operations } from './operations.ts'
import { assertPinned, thumbprintOf } from './server-certificate.ts'

const CONNECT_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const SESSION_MS = 60_000

/** A session with a server, until it ends. */
export class EndpointLink {
  /** What is asked of the server goes through them, within its limits. */
  readonly operations: Operations
  /** What the certificate of the server is known by; undefined if messages are not protected. */
  readonly serverCertificate: string | undefined
  readonly #client: OPCUAClient
  readonly #session: ClientSession
  #isOver = false

  private constructor(
    client: OPCUAClient,
    session: ClientSession,
    operations: Operations,
    serverCertificate: string | undefined,
  ) {
    this.#client = client
    this.#session = session
    this.operations = operations
    this.serverCertificate = serverCertificate
  }

  /**
   * Connects and signs in.
   * @throws OtherCertificate or NoCertificate, before it signs in, where the server has not the pinned one
   * @param dataDir where our certificate is stored
   * @param onLost called once where the connection ends without being closed here
   */
  static async open(settings: EndpointSettings, dataDir: string, onLost: () => void): Promise<EndpointLink> {
    if (settings.isUnreadable) throw new PasswordUnreadable()
    const address = await resolveEndpoint(settings.endpointUrl)
    const { OPCUAClient: Client, UserTokenType } = await loadOpcua()
    const client = Client.create(await optionsOf(settings, dataDir))
    try {
      await client.connect(address)
      const certificate = await thumbprintOf(client)
      assertPinned(certificate, settings.serverCertificate)
      const { userName, password = '' } = settings
      const session = await client.createSession(
        userName === null ? { type: UserTokenType.Anonymous } : { type: UserTokenType.UserName, userName, password },
      )
      // Every session has the services of subscriptions; the type of the library leaves them out.
      const operations = await Operations.of(session as ClientSession & ClientSessionRawSubscriptionService)
      const link = new EndpointLink(client, session, operations, certificate)
      const lost = () => {
        if (link.#isOver) return
        link.#isOver = true
        onLost()
        void client.disconnect().catch(() => undefined)
      }
      client.on('connection_lost', lost)
      client.on('close', lost)
      session.on('session_closed', lost)
      return link
    } catch (error) {
      await client.disconnect().catch(() => undefined)
      throw error
    }
  }

  /** Ends the session with its subscriptions. */
  async close(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#session.close(true).catch(() => undefined)
    await this.#client.disconnect().catch(() => undefined)
  }
}

/** The library connects once: coming back is the matter of Endpoint, so that there is one way to wait. */
async function optionsOf(settings: EndpointSettings, dataDir: string): Promise<OPCUAClientOptions> {
  const { DataTypeExtractStrategy, MessageSecurityMode, SecurityPolicy } = await loadOpcua()
  const { securityMode, securityPolicy } = settings
  const modes = {
    none: MessageSecurityMode.None,
    sign: MessageSecurityMode.Sign,
    signAndEncrypt: MessageSecurityMode.SignAndEncrypt,
  }
  return {
    applicationName: 'Packhouse',
    clientName: 'Packhouse',
    clientCertificateManager: await certificatesIn(dataDir),
    connectionStrategy: { maxRetry: 0 },
    // Types of structures are read when one of them comes: a server may have thousands.
    dataTypeExtractStrategy: DataTypeExtractStrategy.Lazy,
    endpointMustExist: false,
    keepSessionAlive: true,
    requestedSessionTimeout: SESSION_MS,
    securityMode: modes[securityMode],
    securityPolicy: securityMode === 'none' ? SecurityPolicy.None : SecurityPolicy[securityPolicy],
    transportTimeout: CONNECT_TIMEOUT_MS,
    defaultTransactionTimeout: REQUEST_TIMEOUT_MS,
  }
}
