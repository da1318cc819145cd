import { useParams } from '@tanstack/react-router'
import { ContactCard } from '../features/customers/contact-card.tsx'
import { RecordPage } from '../resource/record-page.tsx'
import { declared } from '../resource/registry.ts'
import { customerWithUsers } from './customer-parts.ts'

const contacts = '/v1/customers/{parentId}/contacts'

export function CustomerScreen() {
  const { id } = useParams({ from: '/signed-in/customers/$id' })
  return (
    <RecordPage
      key={id}
      resource={declared('customer')}
      look={customerWithUsers}
      id={id}
      list="/customers"
      aside={(row) => <ContactCard path={contacts} parentId={row.id} />}
    />
  )
}
