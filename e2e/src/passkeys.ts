import type { CDPSession, Page } from 'playwright-core'
import { freePort } from './ports.ts'
import { type Product, startProduct } from './product.ts'

/** A product at `localhost`: browsers make passkeys for a domain name, which an address of numbers is not. */
export async function startPasskeyProduct(): Promise<Product> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const product = await startProduct({ environment: { SIMULATOR: 'off', PORT: String(port), PUBLIC_URL: url } })
  return { ...product, url }
}

/** An authenticator inside the device, whose user is there at once. It belongs to the page. */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #authenticatorId: string

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session
    this.#authenticatorId = authenticatorId
  }

  static async plugInto(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** Whether the fingerprint, as it were, is the right one. */
  async verifyUser(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified })
  }
}

/** As if the sign-in were long ago: the first call to addresses that match is answered that it needs a confirmation. */
export async function needConfirmation(page: Page, path: RegExp): Promise<void> {
  const body = { type: '/problems/confirmation_needed', title: 'Confirm that it is you.', status: 403 }
  let isAsked = false
  await page.route(path, async (route) => {
    // What is only read is not asked about, whenever it is read again.
    if (isAsked || route.request().method() === 'GET') return await route.fallback()
    isAsked = true
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...body, code: 'confirmation_needed' }),
    })
  })
}
