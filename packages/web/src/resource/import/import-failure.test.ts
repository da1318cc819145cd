import type { FieldError } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { BrokenAnswer } from './import-answer.ts'
import { failureOf, MOST_MIB, sizeFailure, UnreadableFile } from './import-failure.ts'

function problem(status: number, detail: string, errors: FieldError[] = []): ApiError {
  return new ApiError({ code: 'invalid_request', status, title: 'Not valid.', detail, errors })
}

describe('what is said when an import ends', () => {
  it('is what the server says of the file', () => {
    const { title, message } = failureOf(problem(400, 'Line 3 is not UTF-8.'), 'check', true)
    expect(title).toBe('The file cannot be imported as it is')
    expect(message).toBe('Line 3 is not UTF-8.')
  })

  it('promises that nothing was stored only where that is certain', () => {
    const lost = new TypeError('Failed to fetch')
    const stop = new DOMException('stopped', 'AbortError')
    for (const error of [lost, new BrokenAnswer()]) {
      expect(failureOf(error, 'check', true).message).toContain('nothing has been saved')
      expect(failureOf(error, 'store', true).message).toContain('may or may not have')
    }
    expect(failureOf(stop, 'check', true).message).toBe('Nothing has been saved.')
    expect(failureOf(stop, 'store', true).message).toContain('may or may not have')
  })

  it('warns of doubles where rows are not known again', () => {
    expect(failureOf(new BrokenAnswer(), 'store', true).message).toContain('“No change”')
    expect(failureOf(new BrokenAnswer(), 'store', false).message).toContain('a second time')
  })

  it('tells a sign-out and an unreadable file from a fault of the file', () => {
    expect(failureOf(problem(401, 'Sign in first.'), 'check', true).title).toContain('signed out')
    expect(failureOf(new UnreadableFile(), 'check', true).message).toContain('Choose it again')
  })
})

it('refuses a file that is too large before it is sent', () => {
  expect(sizeFailure(MOST_MIB * 1024 * 1024)).toBeUndefined()
  expect(sizeFailure(MOST_MIB * 1024 * 1024 + 1)?.message).toContain(`${MOST_MIB} MiB`)
})
