import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text as JSON; undefined if it is not. */
  body: unknown
}

export interface RequestParts {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Sent as JSON unless it is text already. */
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
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...parts.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let received = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        received += chunk
      })
      const answer = () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: received, body: parseJson(received) })
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
