import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const scopeRisks = ['low', 'medium', 'high'] as const

/** Sets of permissions that are given to API keys; a key never gets more of them than its owner has. */
export const apiKeyScopes = defineResource({
  name: 'apiKeyScope',
  table: 'api_key_scope',
  area: 'API keys',
  noun: ['scope', 'scopes'],
  fields: {
    name: field.text({
      label: 'Name',
      help: 'Such as machines:read',
      example: 'machines:read',
      required: true,
      max: 100,
      search: true,
      sort: true,
    }),
    description: field.text({ label: 'Description', search: true }),
    risk: field.choice(scopeRisks, {
      label: 'Risk',
      help: 'How much damage a lost key with this scope could cause',
      required: true,
      fallback: 'medium',
      filter: true,
    }),
    permissions: field.list({ label: 'Permissions', max: 1_000, readOnly: true }),
  },
  mounts: [{ path: '/v1/auth/api-key-scopes' }],
  label: 'name',
  sublabel: 'description',
  defaultSort: 'name',
  rules: {
    api_key_scope_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another scope' },
  },
  traits: { dropdown: true },
})
