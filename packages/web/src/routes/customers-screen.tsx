import { declared } from '../resource/registry.ts'
import { ResourceScreen } from '../resource/resource-screen.tsx'
import { customerWithUsers } from './customer-parts.ts'

export function CustomersScreen() {
  return <ResourceScreen resource={declared('customer')} look={customerWithUsers} />
}
