import type { SignOnOption } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { admit } from './admission.ts'
import { followGroups } from './group-mapping.ts'
import type { OidcSignOn } from './oidc.ts'
import type { Person } from './person.ts'
import type { Provider, Providers } from './providers.ts'
import type { SamlSignOn } from './saml.ts'
import { assertSignOn } from './sign-on-error.ts'
import { type Answered, keepCode, keepStart, type Start, takeAnswer } from './sign-on-store.ts'
import { takeTicket } from './tickets.ts'

export interface SignOnFlowParts {
  database: Database
  providers: Providers
  oidc: OidcSignOn
  saml: SamlSignOn
}

/** What the web sends to the start; checked before. */
export type Wish = Omit<Start, 'providerId' | 'linkingSessionId'> & { option: SignOnOption; ticket: string | undefined }

/** A single sign-on from the start to the code for the web, whatever the protocol. */
export class SignOnFlow {
  readonly #parts: SignOnFlowParts

  constructor(parts: SignOnFlowParts) {
    this.#parts = parts
  }

  /** @returns the address of the provider to lead the browser to */
  async begin({ option, ticket, ...start }: Wish): Promise<string> {
    const { database, providers } = this.#parts
    const provider = await providers.serving(option)
    assertSignOn(provider, 'option_unavailable', 'no provider')
    const linkingSessionId = ticket === undefined ? undefined : await takeTicket(database.system, ticket, provider.id)
    assertSignOn(ticket === undefined || linkingSessionId !== undefined, 'ticket_invalid', 'ticket')
    const state = await keepStart(database.system, { ...start, providerId: provider.id, linkingSessionId })
    return await this.#protocolOf(provider).begin(provider, state)
  }

  /** Takes the answer to a state, once. The result says where failures of what follows lead to. */
  async take(state: string): Promise<Answered> {
    return await takeAnswer(this.#parts.database.system, state)
  }

  /**
   * Finds out who somebody is and what account that is.
   * @param answer the query of the OpenID callback, or the SAML response
   * @param isOwn whether the browser has the cookie of the start; a POST from another site carries none, and the exchange looks at it
   * @returns the code for the web
   */
  async finish(
    kind: Provider['kind'],
    taken: Answered,
    { state, answer, isOwn }: { state: string; answer: string; isOwn: boolean },
  ): Promise<string> {
    const { database, providers } = this.#parts
    assertSignOn(isOwn || kind === 'saml', 'answer_unknown', 'cookie')
    const provider = await providers.byId(taken.providerId)
    // An answer by the other protocol, or of a provider that was switched off in the meantime.
    assertSignOn(provider?.kind === kind && provider.enabled, 'option_unavailable', 'provider')
    const person = await this.#protocolOf(provider).finish(provider, state, answer)
    return await database.system.transaction().execute(async (db) => {
      if (taken.linkingSessionId !== null) {
        await this.#assertFree(provider, person)
        return await keepCode(db, state, person, undefined)
      }
      const userId = await admit(db, provider, person)
      const code = await keepCode(db, state, person, userId)
      if (person.groups !== undefined) await followGroups(db, provider, userId, person.groups)
      return code
    })
  }

  async #assertFree({ id }: Provider, { issuer, subject }: Person): Promise<void> {
    const { rows } = await sql`
      SELECT FROM user_identity WHERE provider_id = ${id} AND issuer = ${issuer} AND subject = ${subject}
    `.execute(this.#parts.database.system)
    assertSignOn(rows.length === 0, 'linked_elsewhere', 'linked elsewhere')
  }

  #protocolOf({ kind }: Provider): OidcSignOn | SamlSignOn {
    return kind === 'oidc' ? this.#parts.oidc : this.#parts.saml
  }
}
