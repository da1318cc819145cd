import { customerLook } from '../features/customers/customer-look.tsx'
import { customerUserLook } from '../features/people/user-look.tsx'
import type { ResourceLook } from '../resource/look.ts'

/** A customer with the people who sign in for it, which are at home in another feature. */
export const customerWithUsers: ResourceLook = {
  ...customerLook,
  related: [
    ...(customerLook.related ?? []),
    { tab: 'users', resource: 'user', path: '/v1/users', by: 'customerId', look: customerUserLook },
  ],
}
