import type { BrowserContext, ConsoleMessage, Page, Request, Response } from 'playwright-core'

interface Expected {
  status?: number
  path?: RegExp
  console?: RegExp
  /** A request that never got an answer. */
  lost?: boolean
  happened: boolean
}

/** The counts in the bar are asked for, and what was viewed is sent, all the time, whatever a test does to the server meanwhile. */
const ALWAYS_ASKED: ReadonlySet<string> = new Set([
  '/v1/alarms/summary',
  '/v1/ignition/support-access',
  '/v1/auth/user-analytics/events',
])

/**
 * Watches everything a browser says and asks while a test runs. Errors on the console, uncaught errors, violations of
 * the content security policy, requests to other hosts and answers of 400 and above fail the test, unless it expects
 * them; and what it expects has to happen.
 */
export class Guard {
  readonly #origins: Set<string>
  readonly #faults: string[] = []
  readonly #expected: Expected[] = []

  constructor(origin: string) {
    this.#origins = new Set([origin])
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        // biome-ignore lint/suspicious/noConsole: said in the browser, where the guard listens
        console.error(`Content security policy: ${violatedDirective} refused ${blockedURI}`)
      })
    })
    context.on('console', (message) => this.#onConsole(message))
    context.on('weberror', (error) => this.#faults.push(`Uncaught: ${error.error().stack ?? error.error().message}`))
    context.on('request', (request) => this.#onRequest(request))
    context.on('response', (response) => this.#onResponse(response))
    context.on('requestfailed', (request) => this.#onLost(request))
  }

  /** Lets answers of this status come from addresses that match. */
  expectStatus(status: number, path: RegExp): void {
    this.#expected.push({ status, path, happened: false })
  }

  /** Lets errors on the console whose text matches happen. */
  expectConsole(text: RegExp): void {
    this.#expected.push({ console: text, happened: false })
  }

  /** Lets requests to addresses that match stay without an answer. */
  expectLost(path: RegExp): void {
    this.#expected.push({ lost: true, path, happened: false })
  }

  /** Lets another origin be asked. */
  admit(origin: string): void {
    this.#origins.add(origin)
  }

  /** Everything that went wrong unexpectedly or was expected in vain, each once. */
  faults(): string[] {
    const vain = this.#expected
      .filter(({ happened }) => !happened)
      .map((entry) => `Expected in vain: ${entry.console ?? `${entry.status ?? 'no answer'} from ${entry.path}`}`)
    return [...new Set([...this.#faults, ...vain])].map((fault) => `The browser says: ${fault}`)
  }

  #onConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    const text = message.text()
    // The browser repeats on the console what #onResponse and #onLost judge.
    if (text.startsWith('Failed to load resource')) return
    const expected = this.#expected.find((entry) => entry.console?.test(text))
    if (expected) expected.happened = true
    else this.#faults.push(`Console: ${text} (${message.location().url})`)
  }

  #onRequest(request: Request): void {
    const url = new URL(request.url())
    if (!/^https?:$/.test(url.protocol) || this.#origins.has(url.origin)) return
    this.#faults.push(`Another host was asked: ${request.method()} ${url.href}`)
  }

  #onResponse(response: Response): void {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    if (ALWAYS_ASKED.has(pathname)) return
    const expected = this.#expected.find(({ status, path }) => status === response.status() && path?.test(pathname))
    if (expected) expected.happened = true
    else this.#faults.push(`${response.status()} from ${response.request().method()} ${response.url()}`)
  }

  #onLost(request: Request): void {
    const reason = request.failure()?.errorText ?? 'no reason'
    // A page that is left, or a stream that is closed, gives its requests up.
    if (reason === 'net::ERR_ABORTED') return
    const { pathname } = new URL(request.url())
    if (ALWAYS_ASKED.has(pathname)) return
    const expected = this.#expected.find(({ lost, path }) => lost && path?.test(pathname))
    if (expected) expected.happened = true
    else this.#faults.push(`No answer to ${request.method()} ${request.url()}: ${reason}`)
  }
}

/** The script of the documentation page tries out whether it may compile code, and does without when it may not. */
export const DOCUMENTATION_PROBE = /^Content security policy: script-src refused eval$/

/** Everything a page asks for from now on at paths that match. */
export function recordRequests(page: Page, wanted: RegExp): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (wanted.test(new URL(request.url()).pathname)) requests.push(request)
  })
  return requests
}
