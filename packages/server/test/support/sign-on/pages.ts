import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A page of an identity provider. Whatever is in it is escaped by anyone who makes it. */
export function sendPage(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Identity provider</title><main>${body}</main></html>`)
}

/** The form in which somebody says who they are; no password is asked for here. */
export function signInForm(hidden: Record<string, string> = {}): string {
  const fields = Object.entries(hidden).map(([name, value]) => hiddenField(name, value))
  return `<h1>Identity provider</h1><form method="post">${fields.join('')}
    <label>Account <input name="account" /></label><button>Sign in</button>
    <button name="refuse" value="yes">Refuse</button></form>`
}

export function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}" />`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

/** Listens on a free port of the loopback address. @returns its address */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The identity provider does not listen.')
  return `http://127.0.0.1:${address.port}`
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
