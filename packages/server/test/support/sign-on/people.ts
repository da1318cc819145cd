/** Somebody who has an account at an identity provider of the tests. */
export interface ProviderPerson {
  /** What never changes about the account. */
  id: string
  email: string
  firstName: string
  lastName: string
  groups: string[]
}

export function personNamed(name: string, groups: string[] = []): ProviderPerson {
  return {
    id: `subject of ${name}`,
    email: `${name.toLowerCase()}@provider.example`,
    firstName: name,
    lastName: 'Example',
    groups,
  }
}
