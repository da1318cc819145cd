import { useParams } from '@tanstack/react-router'
import { ContactCard } from '../features/customers/contact-card.tsx'
import { customerLook } from '../features/customers/customer-look.tsx'
import { RecordPage } from '../resource/record-page.tsx'
import { declared } from '../resource/registry.ts'

const contacts = '/v1/customers/{parentId}/contacts'

export function CustomerScreen() {
  const { id } = useParams({ from: '/signed-in/customers/$id' })
  return (
    <RecordPage
      key={id}
      resource={declared('customer')}
      look={customerLook}
      id={id}
      list="/customers"
      aside={(row) => <ContactCard path={contacts} parentId={row.id} />}
    />
  )
}
