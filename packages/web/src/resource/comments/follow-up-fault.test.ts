import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { missingIn, refusedFault } from './follow-up-fault.ts'

const refused = (path: string) =>
  new ApiError({
    code: 'invalid_request',
    status: 400,
    title: 'Refused',
    errors: [{ path, code: 'invalid', message: 'must be a day such as 2026-11-30' }],
  })

test('a day that the server refuses is reported at the day, and not at what is to be done', () => {
  expect(refusedFault(refused('body.dueOn'))).toEqual({
    field: 'dueOn',
    words: 'Day must be a day such as 2026-11-30.',
  })
  expect(refusedFault(refused('body.what')).field).toBe('what')
})

test('what is about no field is reported by the whole form', () => {
  expect(refusedFault(refused('body.assigneeId')).field).toBeUndefined()
  expect(refusedFault(new ApiError({ code: 'not_usable', status: 409, title: 'Too many' }))).toEqual({
    field: undefined,
    words: 'Too many',
  })
})

test('a follow-up without a day is not sent: what is missing is reported at the first field that lacks it', () => {
  expect(missingIn({ what: ' ', dueOn: '' })?.field).toBe('what')
  expect(missingIn({ what: 'Call', dueOn: '' })?.field).toBe('dueOn')
  expect(missingIn({ what: 'Call', dueOn: '2026-12-01' })).toBeUndefined()
})
