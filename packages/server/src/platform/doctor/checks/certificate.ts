import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { clock } from '../../clock.ts'
import { certificateFile } from '../../mqtt-tls-settings.ts'
import { type Check, type Finding, fault, faultFrom, warning } from '../check.ts'

const DAY_MS = 86_400_000
/** So long before its end a certificate is worth a word; the health screen has the same. */
const SOON_DAYS = 30
const PATIENCE_MS = 5_000
const RENEW = 'Renew it. A new one is shown without a restart.'

/** The certificate of MQTT over TLS. */
export const certificate: Check = {
  name: 'certificate',
  title: 'Certificate of MQTT over TLS',
  async examine({ config: { mqttTls, dataDir, publicUrl } }) {
    if (mqttTls === undefined) return []
    const path = certificateFile(mqttTls, dataDir)
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error)
    if (text instanceof Error) {
      // The built-in one is made at the first start.
      if (mqttTls.files === undefined && text.code === 'ENOENT') return []
      return [
        fault(`${path} cannot be read (${text.code}).`, 'Name a PEM file that this user may read in MQTT_TLS_CERT.'),
      ]
    }
    try {
      const found = new X509Certificate(text)
      const host = new URL(publicUrl).hostname
      const key = mqttTls.files === undefined ? [] : await keyFindings(found, mqttTls.files.key)
      return [...key, ...endFindings(found, path), ...nameFindings(found, path, host)]
    } catch (error) {
      return [faultFrom(error, `Name a PEM file in MQTT_TLS_CERT that begins with the certificate: ${path} does not.`)]
    }
  },
}

/** The certificate that people see at PUBLIC_URL, which may be that of a reverse proxy. */
export const publicCertificate: Check = {
  name: 'public-certificate',
  title: 'Certificate of PUBLIC_URL',
  async examine({ config: { publicUrl } }) {
    const { protocol, hostname, port } = new URL(publicUrl)
    if (protocol !== 'https:') return []
    const host = hostname.replace(/^\[|\]$/g, '')
    const found = await shownBy(host, Number(port || 443))
    if (found instanceof Error) {
      const what = `${publicUrl} (PUBLIC_URL) cannot be reached over TLS from here: ${found.message}.`
      return [
        warning(what, 'See that the reverse proxy runs, that the name leads to it, and that it has a certificate.'),
      ]
    }
    return [...endFindings(found, publicUrl), ...nameFindings(found, publicUrl, host)]
  },
}

async function shownBy(host: string, port: number): Promise<X509Certificate | Error> {
  return await new Promise((resolve) => {
    // It is looked at, whoever has signed it; nothing is sent.
    const socket = connect({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), rejectUnauthorized: false })
    const settle = (answer: X509Certificate | Error) => {
      resolve(answer)
      socket.destroy()
    }
    socket.setTimeout(PATIENCE_MS, () => settle(new Error('no answer')))
    socket.once('error', settle)
    socket.once('secureConnect', () => settle(socket.getPeerX509Certificate() ?? new Error('no certificate')))
  })
}

async function keyFindings(found: X509Certificate, path: string): Promise<Finding[]> {
  const key = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  const remedy = 'Name the PEM file of the key that belongs to the certificate in MQTT_TLS_KEY.'
  if (key instanceof Error) return [fault(`${path} cannot be read (${key.code}).`, remedy)]
  const matches = (() => {
    try {
      return found.checkPrivateKey(createPrivateKey(key))
    } catch {
      return false
    }
  })()
  return matches ? [] : [fault(`${path} is not the key of the certificate in MQTT_TLS_CERT.`, remedy)]
}

/** @param where the certificate is */
export function endFindings({ validToDate }: X509Certificate, where: string, now = clock.now()): Finding[] {
  const days = Math.floor((validToDate.getTime() - now) / DAY_MS)
  const day = validToDate.toISOString().slice(0, 10)
  if (days < 0) return [fault(`The certificate of ${where} expired on ${day}.`, RENEW)]
  if (days <= SOON_DAYS) return [warning(`The certificate of ${where} expires on ${day}, in ${days} days.`, RENEW)]
  return []
}

function nameFindings(found: X509Certificate, where: string, host: string): Finding[] {
  const name = host.replace(/^\[|\]$/g, '')
  const fits = isIP(name) === 0 ? found.checkHost(name) : found.checkIP(name)
  if (fits !== undefined || name === '127.0.0.1' || name === 'localhost') return []
  const names = found.subjectAltName ?? found.subject
  return [
    warning(
      `The certificate of ${where} is for ${names}, and not for ${name}, the host of PUBLIC_URL.`,
      'Have it made for that name too, or let clients use one that it has.',
    ),
  ]
}
