import { customerLook } from '../features/customers/customer-look.tsx'
import { declared } from '../resource/registry.ts'
import { ResourceScreen } from '../resource/resource-screen.tsx'

export function CustomersScreen() {
  return <ResourceScreen resource={declared('customer')} look={customerLook} />
}
