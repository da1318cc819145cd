import type { OutgoingHttpHeaders } from 'node:http'
import { type ImportReport, importReportSchema } from '@packhouse/contract'
import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'

/** Sends a file to be imported. @param target the path of the resource, with a query where one is wanted */
export async function sendCsv(
  caller: Caller,
  target: string,
  body: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const [path, query] = target.split('?')
  const type = { 'content-type': 'text/csv', 'content-length': Buffer.byteLength(body) }
  const address = `${path}/import${query === undefined ? '' : `?${query}`}`
  return await caller.request(address, { method: 'POST', body, headers: { ...type, ...headers } })
}

/** Imports a file. @returns the report, which must be there */
export async function importCsv(caller: Caller, target: string, body: string): Promise<ImportReport> {
  const answer = await sendCsv(caller, target, body)
  expect(answer.status, answer.text).toBe(200)
  return importReportSchema.parse(answer.body)
}

export function outcomesOf(report: ImportReport): string[] {
  return report.lines.map((line) => `${line.line} ${line.outcome}`)
}

/** Sends a form with a file, and what is to be changed about it. */
export async function sendForm(
  caller: Caller,
  target: string,
  file: string,
  adjustments: object | string,
): Promise<Answer> {
  const [path, query] = target.split('?')
  const form = new FormData()
  form.append('file', new Blob([file], { type: 'text/csv' }), 'rows.csv')
  form.append('adjustments', typeof adjustments === 'string' ? adjustments : JSON.stringify(adjustments))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': body.length }
  return await caller.request(`${path}/import${query === undefined ? '' : `?${query}`}`, {
    method: 'POST',
    body,
    headers,
  })
}
