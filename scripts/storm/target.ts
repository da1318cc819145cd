import { request } from 'node:http'

const ADDRESSES_OF_A_NETWORK = 200

/** A running product, and the account with which it is flooded. */
export interface Target {
  url: string
  /** Host and port of the MQTT broker. */
  mqtt: string
  password: string
  attacker: string
  /** Whose rights a flood has that a member of staff would have to begin. */
  staff: string
}

/** Floods until a time (Unix ms). @returns what was sent and what became of it */
export type Flood = (target: Target, until: number) => Promise<string>

export interface Answer {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** One of our own addresses to come from. */
  from?: string | undefined
  timeoutMs?: number
}

/** Asks on its own connection. @throws Error where there is no answer in time */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, from, timeoutMs = 30_000 }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, localAddress: from }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers })
        sent.destroy()
      })
    })
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error('no answer')))
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Signs in. @returns the headers of requests of the account */
export async function signIn(
  url: string,
  email: string,
  password: string,
  from?: string,
): Promise<Record<string, string>> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const answer = await ask(`${url}/v1/auth/login`, { method: 'POST', headers, body, from })
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status} ${answer.text}`)
  const { access_token: token } = JSON.parse(answer.text) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

/** Where floods of a product on this machine come from, so that they are somebody else than those who use it. */
export function attackersAddress(url: string, index: number): string | undefined {
  if (new URL(url).hostname !== '127.0.0.1') return undefined
  return `127.0.${Math.floor(index / ADDRESSES_OF_A_NETWORK)}.${2 + (index % ADDRESSES_OF_A_NETWORK)}`
}
