import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** What came, for answers that are no text. */
  bytes: Buffer
  /** The text as JSON; undefined if it is not. */
  body: unknown
}

export interface RequestParts {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Sent as JSON unless it is text or bytes already. */
  body?: unknown
  /** Ends the connection when the headers are there; for streams. */
  headersOnly?: boolean
}

/**
 * Sends a request on its own connection. Unlike `fetch` it changes nothing of the path and may send any header.
 * @param path as it goes over the wire
 */
export function sendRequest(port: number, path: string, parts: RequestParts = {}): Promise<Answer> {
  const { method = 'GET', body } = parts
  const isReady = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const text: string | Buffer | undefined = isReady ? body : JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...parts.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      const answer = () => {
        const { statusCode: status = 0, headers } = response
        const bytes = Buffer.concat(chunks)
        const received = bytes.toString('utf8')
        resolve({ status, headers, text: received, bytes, body: parseJson(received) })
        sent.destroy()
      }
      response.once('error', reject)
      response.once('end', answer)
      if (parts.headersOnly === true) answer()
    })
    sent.once('error', reject)
    sent.end(text)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
