import { request } from 'node:http'
import type { Call } from '@packhouse/contract'
import type { Caller } from '../../support/caller.ts'
import { pathOf } from '../../support/caller.ts'

/** The status of a call's answer and, for a problem, its code. An answer without an end is not waited for. */
export async function statusOf(
  port: number,
  caller: Caller,
  call: Call,
  method: string = call.method,
): Promise<string> {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const params = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))
  const path = pathOf(call, { params })
  const headers = await caller.headers()
  return await new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const isProblem = response.headers['content-type']?.startsWith('application/problem') === true
      if (!isProblem || method === 'HEAD') {
        response.destroy()
        return resolve(String(response.statusCode))
      }
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => resolve(`${response.statusCode} ${JSON.parse(text).code}`))
    })
    sent.once('error', reject)
    sent.end()
  })
}
