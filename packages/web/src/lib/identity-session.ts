import { EXPIRES_EARLY_SECONDS, type TokenPair, type User } from '@packhouse/contract'

/** The session of somebody whom an identity provider has signed in. */
export interface IdentityState {
  status: 'idle' | 'loading' | 'ready'
  user: User | null
  accessToken: string | null
  refreshToken: string | null
  /** Milliseconds since the epoch. */
  expiresAt: number | null
}

/** Tokens with the seconds for which the access token is valid. */
export interface TimedTokens extends TokenPair {
  expires_in: number
}

export interface IdentitySessionParts {
  /** The profile of whom an access token is; rejects where it is of nobody. */
  profile: (accessToken: string) => Promise<User>
  /** Exchanges a refresh token at the token endpoint. */
  exchange: (refreshToken: string) => Promise<TimedTokens>
  /** Milliseconds since the epoch. */
  now: () => number
}

export interface IdentitySession {
  state(): IdentityState
  /** Whether there is a token that is valid for more than 5 s yet. */
  isAuthenticated(): boolean
  /** Takes tokens over and asks whose they are; tokens that are about to expire are exchanged first. */
  load(tokens: TimedTokens): Promise<void>
}

const idle: IdentityState = { status: 'idle', user: null, accessToken: null, refreshToken: null, expiresAt: null }

export function createIdentitySession({ profile, exchange, now }: IdentitySessionParts): IdentitySession {
  let state = idle
  const isAuthenticated = () =>
    state.accessToken !== null && state.expiresAt !== null && state.expiresAt - now() > EXPIRES_EARLY_SECONDS * 1000
  const take = ({ access_token, refresh_token, expires_in }: TimedTokens) => {
    const expiresAt = now() + expires_in * 1000
    state = { ...state, accessToken: access_token, refreshToken: refresh_token, expiresAt }
  }
  return {
    state: () => state,
    isAuthenticated,
    async load(tokens) {
      state = { ...idle, status: 'loading' }
      try {
        take(tokens)
        if (!isAuthenticated()) take(await exchange(tokens.refresh_token))
        state = { ...state, user: await profile(state.accessToken ?? ''), status: 'ready' }
      } catch (error) {
        state = idle
        throw error
      }
    },
  }
}
