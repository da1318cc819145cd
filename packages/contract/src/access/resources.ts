import { apiKeyScopes } from './api-key-scopes.ts'
import { apiKeys } from './api-keys.ts'
import { businessUnits } from './business-units.ts'
import { groups } from './groups.ts'
import { identityProviders } from './identity-providers.ts'
import { roles } from './roles.ts'
import { users } from './users.ts'

/** The resources of the area. */
export const accessResources = {
  users,
  roles,
  groups,
  businessUnits,
  apiKeys,
  apiKeyScopes,
  identityProviders,
} as const
