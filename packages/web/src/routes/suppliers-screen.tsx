import { supplierLook } from '../features/customers/supplier-look.tsx'
import { declared } from '../resource/registry.ts'
import { ResourceScreen } from '../resource/resource-screen.tsx'

export function SuppliersScreen() {
  return <ResourceScreen resource={declared('supplier')} look={supplierLook} />
}
