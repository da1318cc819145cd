import { timingSafeEqual } from 'node:crypto'
import { VIEW_AS_HEADER } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import type { ApiKeys, UsableApiKey } from './api-keys/api-keys.ts'
import { isApiKey } from './api-keys/key-text.ts'
import { readBinding } from './binding.ts'
import { CredentialCache } from './credential-cache.ts'
import { type FoundSession, hashBinding, type Sessions } from './sessions.ts'
import { isAccessToken } from './tokens.ts'
import { mayViewAs, viewedPrincipal } from './view-as/viewed-principal.ts'
import type { FoundView, Views } from './view-as/views.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds the principal of a request from its credential headers. */
export class Authenticator {
  readonly #apiKeys: ApiKeys
  readonly #sessions: CredentialCache<FoundSession>
  readonly #keys: CredentialCache<UsableApiKey>
  readonly #views: CredentialCache<FoundView>

  constructor(sessions: Sessions, apiKeys: ApiKeys, views: Views) {
    this.#apiKeys = apiKeys
    this.#views = new CredentialCache((ids) => views.findAll(ids))
    this.#sessions = new CredentialCache((tokens) => sessions.findAll(tokens))
    this.#keys = new CredentialCache((keys) => apiKeys.findAll(keys))
  }

  /** @throws ProblemError 401 with the code that says what is wrong with the credentials */
  readonly authenticate = async (request: FastifyRequest): Promise<Principal> => {
    const token = tokenOf(request)
    if (isApiKey(token)) {
      assertThat(request.headers[VIEW_AS_HEADER] === undefined, 'permission_missing', t('server.apiKeyOpensNoAccount'))
      return await this.#authenticateKey(token, request.ip)
    }
    assertThat(isAccessToken(token), 'token_invalid', t('access.sendAccessTokenOrKey'))
    const found = await this.#sessions.find(token)
    assertThat(found, 'token_invalid', t('access.tokenUnknown'))
    assertThat(!found.expired, 'token_expired', t('access.exchangeRefreshToken'))
    assertThat(isBound(found, request), 'token_invalid', t('access.tokenOfAnotherBrowser'))
    const view = request.headers[VIEW_AS_HEADER]
    return view === undefined ? found.principal : await this.#viewAs(found.principal, view)
  }

  /** Nobody goes on as themselves who believes to view as another. @throws ProblemError `view_ended` */
  async #viewAs(viewer: Principal, id: string | string[]): Promise<Principal> {
    const found = typeof id === 'string' && UUID.test(id) ? await this.#views.find(id.toLowerCase()) : undefined
    const isOn = found !== undefined && found.sessionId === viewer.sessionId && mayViewAs(viewer, found.viewed)
    assertThat(isOn, 'view_ended')
    const principal = viewedPrincipal(viewer, found.viewed)
    return { ...principal, viewer: { userId: viewer.userId, endsAt: found.endsAt } }
  }

  /** As `authenticate`, with what the database says now: whoever asks what they may do must not be answered what they could do a moment ago. */
  async authenticateAnew(request: FastifyRequest): Promise<Principal> {
    this.forget(request)
    const view = request.headers[VIEW_AS_HEADER]
    if (typeof view === 'string') this.#views.forget(view.toLowerCase())
    return await this.authenticate(request)
  }

  /** Makes an ended session count at once on this node. */
  forget(request: FastifyRequest): void {
    this.#sessions.forget(tokenOf(request))
  }

  async #authenticateKey(key: string, address: string): Promise<Principal> {
    const found = await this.#keys.find(key)
    if (found === undefined) {
      this.#apiKeys.refuse(key, address)
      throw new ProblemError('token_invalid', t('access.keyUnknown'))
    }
    return await this.#apiKeys.admit(found, address)
  }
}

/** The token of the two headers: at least one must be there, and two must agree. */
function tokenOf(request: FastifyRequest): string {
  const authorization = request.headers.authorization
  const key = request.headers['x-api-key']
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  assertThat(
    authorization === undefined || bearer !== undefined,
    'token_invalid',
    'Send `Authorization: Bearer <token>`.',
  )
  assertThat(typeof key === 'string' || key === undefined, 'token_mismatch', t('access.sendKeyOnce'))
  if (bearer !== undefined && key !== undefined) {
    assertThat(bearer === key, 'token_mismatch', t('access.credentialHeadersDiffer'))
  }
  const token = bearer ?? key
  if (token === undefined) throw new ProblemError('not_signed_in', t('access.sendAccessToken'))
  return token
}

function isBound(found: FoundSession, request: FastifyRequest): boolean {
  if (found.bindingHash === null) return true
  const presented = hashBinding(readBinding(request))
  return presented !== null && timingSafeEqual(presented, found.bindingHash)
}
