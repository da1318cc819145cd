import { api, publicPagePath, publicTokenSchema } from '@packhouse/contract'
import { callApi } from '../lib/api-client.ts'
import { isDemoMode } from '../lib/demo-mode.ts'

interface Place {
  pathname: string
  /** The query: `label` is the token of the label that was scanned, `signIn` says that the visitor wants to sign in. */
  search: { label?: unknown; signIn?: unknown }
}

/**
 * Where somebody without an account is led who has scanned the label of a machine: to its public page. Old labels have the machine ID
 * alone; the server knows for which machines they were printed.
 * @returns undefined where the visitor comes from no label, or wants to sign in
 */
export async function publicPageOf({ pathname, search: { label, signIn } }: Place): Promise<string | undefined> {
  const id = /^\/machines\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (id === undefined || signIn !== undefined || isDemoMode()) return undefined
  const { data: scanned } = publicTokenSchema.safeParse(label)
  const token = scanned ?? (await tokenOf(decodeURIComponent(id)))
  return token === null ? undefined : `${publicPagePath(token)}?public`
}

/** A label that leads nowhere, or a server that does not answer, leaves the visitor at the form to sign in. */
async function tokenOf(machineID: string): Promise<string | null> {
  const page = await callApi(api.publicPageOfLabel, { query: { machineID } }).catch(() => undefined)
  return page?.token ?? null
}
