import { api } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { toRequest } from './api-request.ts'

describe('toRequest', () => {
  it('fills the placeholders of the path and escapes what is filled in', () => {
    expect(toRequest(api.getMachine, { params: { id: 'a/b ?' } }).url).toBe('/v1/ignition/machines/a%2Fb%20%3F')
  })

  it('puts the query behind the path and leaves out what is undefined', () => {
    const query = { includeHistory: 'true', hours: undefined }
    expect(toRequest(api.myMachines, { query }).url).toBe('/v1/ignition/machines/me?includeHistory=true')
  })

  it('repeats the name of a parameter for each entry of a list', () => {
    const query = { spec: ['filmWidth:200..', 'head:a, b'] }
    expect(toRequest(api.libraryFilterOptions, { query }).url).toBe(
      '/v1/machine-library/machines/filter-options?spec=filmWidth%3A200..&spec=head%3Aa%2C+b',
    )
  })

  it('sends a body as JSON', () => {
    const request = toRequest(api.login, { body: { email: 'a@b', password: 'c' } })
    expect(request).toMatchObject({ method: 'POST', body: '{"email":"a@b","password":"c"}', isPublic: true })
  })

  it('needs no input where the call needs none', () => {
    expect(toRequest(api.me, undefined)).toMatchObject({ url: '/v1/auth/me', body: undefined, isPublic: false })
  })

  it('refuses to call a path with a placeholder left empty', () => {
    expect(() => toRequest(api.getMachine, { params: {} })).toThrow('needs a value for id')
  })
})
