import { api } from '@packhouse/contract'
import { eventually } from './eventually.ts'
import type { ProductAddress } from './product.ts'
import { signInByApi } from './sign-in.ts'

interface Mails {
  items: { recipient: string; link: string | null }[]
}

/** Asks the API as staff. */
async function ask(product: ProductAddress, method: string, path: string): Promise<Response> {
  const { access_token } = await signInByApi(product, 'staff')
  const response = await fetch(product.url + path, { method, headers: { authorization: `Bearer ${access_token}` } })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
  return response
}

export async function sendInvitation(product: ProductAddress, userId: string): Promise<void> {
  await ask(product, api.sendInvitation.method, api.sendInvitation.path.replace('{id}', userId))
}

/** Path and query of the link in the newest mail to somebody; waits until there is a link that is not `older`. */
export async function linkTo(product: ProductAddress, recipient: string, older = ''): Promise<string> {
  let address = ''
  const look = async () => {
    const { items } = (await (await ask(product, 'GET', api.listMails.path)).json()) as Mails
    const link = items.find((mail) => mail.recipient === recipient && mail.link !== null)?.link
    if (link == null) return false
    const { pathname, search } = new URL(link)
    address = pathname + search
    return address !== older
  }
  await eventually(look).toBe(true)
  return address
}
