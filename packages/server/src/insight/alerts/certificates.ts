import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database.ts'
import { certificateFile } from '../../platform/mqtt-tls-settings.ts'

/** A certificate that the product uses or checks against. */
export interface KnownCertificate {
  /** Where it is used, and the name that staff gave it. */
  subject: string
  /** Unix ms. */
  endsAt: number
}

export interface WhereFrom extends Pick<Config, 'dataDir' | 'mqttTls'> {
  nodeName: string
}

const MOST = 500
/** Of our own OPC UA client, as its library stores it in the data folder. */
const OPCUA_CLIENT = 'opcua/own/certs/client_certificate.pem'
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
/** The metadata were parsed when they were saved; here only the certificates are taken out of them, in one pass. */
const METADATA_CERTIFICATE = /X509Certificate[^>]*>([A-Za-z0-9+/=\s]+)</g

/** Of connections and identity providers that are switched on, and of this server itself. What cannot be read is left out. */
export async function readCertificates(
  db: Db,
  { dataDir, mqttTls, nodeName: name }: WhereFrom,
): Promise<KnownCertificate[]> {
  const { rows } = await sql<{ kind: string; name: string; text: string }>`
    SELECT 'MQTT' AS kind, name, client_certificate AS text FROM mqtt_subscriber WHERE enabled AND client_certificate IS NOT NULL
    UNION ALL SELECT 'MQTT CA', name, ca_certificate FROM mqtt_subscriber WHERE enabled AND ca_certificate IS NOT NULL
    UNION ALL SELECT 'SAML', name, metadata FROM identity_provider WHERE enabled AND kind = 'saml' AND metadata IS NOT NULL
    LIMIT ${sql.lit(MOST)}
  `.execute(db)
  const read = (file: string) => readFile(file, 'utf8').catch(() => '')
  const own = [{ kind: 'OPC UA', name, text: await read(join(dataDir, OPCUA_CLIENT)) }]
  if (mqttTls !== undefined) own.push({ kind: 'MQTT TLS', name, text: await read(certificateFile(mqttTls, dataDir)) })
  return [...rows, ...own].flatMap(({ kind, name, text }) => {
    const ends = kind === 'SAML' ? metadataEnds(text) : ownEnd(text)
    return ends === undefined ? [] : [{ subject: `${kind}: ${name}`, endsAt: ends }]
  })
}

/** Of a chain the first to end counts. */
function ownEnd(text: string): number | undefined {
  const ends = [...text.matchAll(PEM)].flatMap(([pem]) => endOf(pem))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** A provider that has a newer one already signs with that: the last to end counts. */
function metadataEnds(xml: string): number | undefined {
  const ends = [...xml.matchAll(METADATA_CERTIFICATE)].flatMap(([, base64 = '']) =>
    endOf(Buffer.from(base64, 'base64')),
  )
  return ends.length === 0 ? undefined : Math.max(...ends)
}

function endOf(certificate: string | Buffer): number[] {
  try {
    return [new X509Certificate(certificate).validToDate.getTime()]
  } catch {
    return []
  }
}
