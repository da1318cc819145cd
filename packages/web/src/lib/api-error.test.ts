import { describe, expect, it } from 'vitest'
import { readProblem } from './api-error.ts'

function answer(status: number, body: string) {
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

describe('readProblem', () => {
  it('takes code, detail and faulty fields from problem details', async () => {
    const errors = [{ path: 'query.hours', code: 'too_big', message: 'must be a whole number from 1 to 3' }]
    const body = {
      type: 'about:blank',
      title: 'T',
      status: 400,
      code: 'invalid_request',
      detail: 'Look below.',
      errors,
    }
    expect(await readProblem(answer(400, JSON.stringify(body)))).toMatchObject({
      code: 'invalid_request',
      status: 400,
      detail: 'Look below.',
      message: 'Look below.',
      errors,
    })
  })

  it('takes the faults of a template, and drops what has another shape', async () => {
    const fault = { message: 'unclosed', source: 'main.typ', line: 4, column: 3, endLine: 4, endColumn: 9, hints: [] }
    const body = { code: 'template_invalid', title: 'T', faults: [fault, null, { ...fault, line: '4' }] }
    expect((await readProblem(answer(422, JSON.stringify(body)))).faults).toEqual([fault])
  })

  it('speaks with the title when there is no detail', async () => {
    const body = { title: 'Invalid credentials.', status: 401, code: 'invalid_credentials' }
    expect((await readProblem(answer(401, JSON.stringify(body)))).message).toBe('Invalid credentials.')
  })

  it('names the status when a proxy answered a page instead of a problem', async () => {
    expect(await readProblem(answer(502, '<html>Bad gateway</html>'))).toMatchObject({
      code: 'unknown',
      status: 502,
      message: 'The server answered 502.',
    })
  })

  it('treats a code that the contract does not know as unknown', async () => {
    expect((await readProblem(answer(418, '{"code":"teapot","title":"No"}'))).code).toBe('unknown')
  })

  it('drops field errors of another shape', async () => {
    const body = { code: 'invalid_request', title: 'T', errors: [null, 'x', { path: 'a' }] }
    expect((await readProblem(answer(400, JSON.stringify(body)))).errors).toEqual([])
  })

  it('survives a body that is JSON but no object', async () => {
    expect((await readProblem(answer(500, 'null'))).code).toBe('unknown')
  })
})
