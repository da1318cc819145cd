/** A connection as it is run: its row, with the secret opened. */
export interface OpcuaConnection {
  id: string
  name: string
  rowVersion: number
  /** The public name of its machine. */
  machineID: string
  endpointUrl: string
  samplingMs: number
  securityMode: 'none' | 'sign' | 'signAndEncrypt'
  securityPolicy: 'Basic256Sha256' | 'Aes128_Sha256_RsaOaep' | 'Aes256_Sha256_RsaPss'
  /** SHA-256 of the only certificate that the server may have; null for any. */
  serverCertificate: string | null
  userName: string | null
  password: string | undefined
  /** The password was sealed with the key of another installation. */
  isUnreadable: boolean
}

/** What a session needs; connections that agree in all of it share one. */
export type EndpointSettings = Pick<
  OpcuaConnection,
  'endpointUrl' | 'securityMode' | 'securityPolicy' | 'serverCertificate' | 'userName' | 'password' | 'isUnreadable'
>

/** The same text for the same session. */
export function endpointKey(settings: EndpointSettings): string {
  const { endpointUrl, securityMode, securityPolicy, serverCertificate, userName, password, isUnreadable } = settings
  return JSON.stringify([
    endpointUrl,
    securityMode,
    securityPolicy,
    serverCertificate,
    userName,
    password,
    isUnreadable,
  ])
}
