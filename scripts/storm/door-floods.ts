import { randomBytes } from 'node:crypto'
import { json, posted, requests } from './requests.ts'
import { ask, type Flood, signIn } from './target.ts'

const FORM = 'application/x-www-form-urlencoded'
const PROJECTS = '/v1/estimator/projects?status=sent'

const madeUp = () => randomBytes(32).toString('base64url')
const email = (turn: number) => `nobody-${turn}@example.com`

/** The calls that everybody may ask, each with what a stranger can make up. */
export const doorFloods: Record<string, Record<string, Flood>> = {
  login: {
    known: requests(({ attacker }) => () => ({
      path: '/v1/auth/login',
      ...json({ email: attacker, password: madeUp() }),
    })),
    unknown: requests(() => (turn) => ({
      path: '/v1/auth/login',
      ...json({ email: email(turn), password: madeUp() }),
    })),
  },
  reset: {
    asked: requests(() => (turn) => ({ path: '/v1/auth/forgot-password', ...json({ email: email(turn) }) })),
    used: requests(() => () => ({
      path: '/v1/auth/reset-password',
      ...json({ token: madeUp(), password: 'a password of enough length' }),
    })),
  },
  register: {
    register: requests(() => (turn) => ({
      path: '/v1/auth/register',
      ...json({ email: email(turn), first_name: 'N', last_name: 'N' }),
    })),
  },
  passkeys: { begin: requests(() => () => ({ path: '/v1/auth/passkeys/begin', ...json({}) })) },
  callback: {
    callback: requests(() => () => ({ path: `/auth/callback/oidc?code=${madeUp()}&state=${madeUp()}` })),
    exchange: requests(() => () => ({
      path: '/auth/pkce/exchange',
      ...json({ code: madeUp(), code_verifier: madeUp(), redirect_uri: '/okta/callback' }),
    })),
  },
  refresh: {
    json: requests(() => () => ({ path: '/v1/auth/refresh', ...json({ refresh_token: madeUp() }) })),
    form: requests(() => () => ({
      path: '/auth/token',
      ...posted(`grant_type=refresh_token&refresh_token=${madeUp()}`, FORM),
    })),
  },
  quotes: {
    guesses: requests(() => (turn) => ({ path: `/v1/quotes/${madeUp()}${turn % 2 === 0 ? '/pdf' : ''}` })),
  },
  'quote link': { link: requests(async (target) => quoteLink(target)) },
  'public pages': {
    pages: requests(() => (turn) => ({ path: `/m/${madeUp().slice(0, 20)}?lang=${turn % 2 === 0 ? 'de' : 'en'}` })),
    labels: requests(() => (turn) => ({ path: `/v1/public/machine-label?machineID=VFFS-${turn}` })),
  },
  links: {
    unsubscribe: requests(() => () => ({ path: `/v1/unsubscribe/${madeUp()}` })),
    invitations: requests(() => () => ({ path: `/v1/invitations/verify/${madeUp()}` })),
    push: requests(() => () => ({ path: '/v1/notifications/acknowledge', ...json({ token: madeUp() }) })),
  },
  'forged tokens': {
    tokens: requests(() => () => ({
      path: '/v1/ignition/machines/me',
      headers: { authorization: `Bearer ${'e30'.repeat(1_000)}.${madeUp()}.${madeUp()}` },
    })),
  },
  'forged keys': {
    keys: requests(() => {
      const records = JSON.stringify({ records: Array.from({ length: 5_000 }, () => ({ machineID: 'VFFS-2214' })) })
      return () => ({
        path: '/v1/ignition/records',
        ...posted(records, 'application/json', { authorization: `Bearer pk_${madeUp()}` }),
      })
    }),
  },
}

/** Looks at one quote, prices it anew and asks for its PDF, as anybody can who was sent the link. */
async function quoteLink({ url, staff, password }: { url: string; staff: string; password: string }) {
  const headers = await signIn(url, staff, password)
  const { text } = await ask(`${url}${PROJECTS}`, { headers })
  const { items = [] } = JSON.parse(text) as { items?: { id: string }[] }
  for (const { id } of items) {
    const path = `${url}/v1/estimator/projects/${id}/quote-links`
    const body = json({ recipientName: 'A stranger', recipientEmail: 'stranger@example.com', language: 'en' })
    const answer = await ask(path, { ...body, headers: { ...body.headers, ...headers } })
    const token = /\/quote\/([\w-]+)/.exec(answer.text)?.[1]
    if (answer.status >= 300 || token === undefined) continue
    return (turn: number) =>
      [
        { path: `/v1/quotes/${token}` },
        { path: `/v1/quotes/${token}/pdf` },
        { path: `/v1/quotes/${token}/reprice`, ...json({ alternatives: [], extras: [] }) },
      ][turn % 3] ?? { path: `/v1/quotes/${token}` }
  }
  throw new Error('No quote was found that a link could be made for.')
}
