import { json, posted, requests } from './requests.ts'
import { type Ask, type Flood, signIn, type Target } from './target.ts'

const COMMA_ROWS = 900_000

/** What somebody can do who has signed in, at its worst. */
export const staffFloods: Record<string, Record<string, Flood>> = {
  imports: {
    commas: requests(async (target) => {
      const file = `name\n${',\n'.repeat(COMMA_ROWS)}`
      const headers = await signedIn(target)
      return () => ({ path: '/v1/countries/import', ...withHeaders(posted(file, 'text/csv'), headers) })
    }),
  },
  previews: {
    previews: requests(async (target) => {
      const headers = await signedIn(target)
      const source = '#for page in range(400) { pagebreak(); lorem(400) }'
      return () => ({
        path: '/v1/pdf-templates/preview',
        ...withHeaders(json({ type: 'machineReport', source }), headers),
      })
    }),
  },
  search: {
    search: requests(async (target) => {
      const headers = await signedIn(target)
      return (turn) => ({ path: `/v1/search?q=${['a', 'e%25', '__', 'machine'][turn % 4]}${turn % 7}`, headers })
    }),
  },
  exports: {
    exports: requests(async (target) => {
      const headers = await signedIn(target)
      return (turn) => ({
        path: ['/v1/auth/logs/export', '/v1/auth/user-analytics/export', '/v1/countries/export'][turn % 3] ?? '/',
        headers,
      })
    }),
  },
}

async function signedIn({ url, staff, password }: Target): Promise<Record<string, string>> {
  return await signIn(url, staff, password)
}

function withHeaders(sent: Pick<Ask, 'method' | 'headers' | 'body'>, headers: Record<string, string>) {
  return { ...sent, headers: { ...sent.headers, ...headers } }
}
