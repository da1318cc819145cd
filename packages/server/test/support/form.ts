import type { OutgoingHttpHeaders } from 'node:http'
import type { Caller } from './caller.ts'
import type { Answer } from './http-request.ts'
import type { TestApp } from './test-app.ts'

/** Sends one file in a form. */
export async function sendFile(
  app: TestApp,
  caller: Caller,
  path: string,
  name: string,
  content: Buffer,
  method = 'POST',
): Promise<Answer> {
  const boundary = 'packhouse-test-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { ...(await caller.headers()), 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await fetch(`${app.url}${path}`, { method, headers: headers as Record<string, string>, body })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = bytes.toString('utf8')
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, bytes, body: JSON.parse(text) }
}

/** Downloads a file as its bytes. */
export async function download(app: TestApp, caller: Caller, path: string, headers: OutgoingHttpHeaders = {}) {
  const sent = { ...(await caller.headers()), ...headers } as Record<string, string>
  const answer = await fetch(`${app.url}${path}`, { headers: sent })
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) }
}
