import { useParams } from '@tanstack/react-router'
import { ContactCard } from '../features/customers/contact-card.tsx'
import { supplierLook } from '../features/customers/supplier-look.tsx'
import { RecordPage } from '../resource/record-page.tsx'
import { declared } from '../resource/registry.ts'

const contacts = '/v1/suppliers/{parentId}/contacts'

export function SupplierScreen() {
  const { id } = useParams({ from: '/signed-in/suppliers/$id' })
  return (
    <RecordPage
      key={id}
      resource={declared('supplier')}
      look={supplierLook}
      id={id}
      list="/suppliers"
      aside={(row) => <ContactCard path={contacts} parentId={row.id} />}
    />
  )
}
