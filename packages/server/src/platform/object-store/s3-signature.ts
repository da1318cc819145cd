import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface SignedParts {
  method: string
  /** With the port where it is not the usual one. */
  host: string
  /** Encoded as it is sent. */
  path: string
  query: Record<string, string>
  /** Further headers, by lower-case names. */
  headers: Record<string, string>
  /** Of the body, in hexadecimal digits. */
  sha256: string
  at: Date
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * The headers that sign a request as Signature Version 4 has it, for S3: the path is encoded once, and the hash of the body is signed, so that a body
 * that was changed on its way is refused.
 */
export function signedHeaders(credentials: S3Credentials, parts: SignedParts): Record<string, string> {
  const time = parts.at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = {
    ...parts.headers,
    host: parts.host,
    'x-amz-content-sha256': parts.sha256,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    parts.method,
    parts.path,
    queryOf(parts.query),
    ...names.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    parts.sha256,
  ].join('\n')
  const scope = `${day}/${credentials.region}/s3/aws4_request`
  const text = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  )
  const signature = createHmac('sha256', key).update(text).digest('hex')
  const credential = `${credentials.accessKeyId}/${scope}`
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

/** In the order and the encoding that are signed, which are those that are sent. */
export function queryOf(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

/** All but what RFC 3986 calls unreserved. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
