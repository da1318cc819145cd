import { identityProviders, writable } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { toFormValues } from '../form-values.ts'
import { formResolver } from './form-resolver.ts'

const fields = writable(identityProviders.fields, true)
const { body } = identityProviders.calls.create

test('what means nothing beside the other values is neither checked nor sent', async () => {
  const ofKind = (name: string, { kind }: Record<string, unknown>) => name !== 'issuer' || kind === 'oidc'
  const resolve = formResolver(fields, body, () => ({}), ofKind)
  const typed = { ...toFormValues(fields, undefined), name: 'Company', option: 'okta', issuer: 'no address' }
  const check = async (kind: string) =>
    await resolve({ ...typed, kind }, undefined, { fields: {}, shouldUseNativeValidation: false })
  expect((await check('oidc')).errors).toHaveProperty('issuer')
  const saml = await check('saml')
  expect(saml.errors).toEqual({})
  expect(saml.values).not.toHaveProperty('issuer')
})
