import type { ScreenProps } from '../../resource/feature.ts'
import type { ResourceLook } from '../../resource/look.ts'
import { RecordPage } from '../../resource/record-page.tsx'
import { declared } from '../../resource/registry.ts'
import { ContactCard } from './contact-card.tsx'
import { customerLook } from './customer-look.tsx'
import { supplierLook } from './supplier-look.tsx'

type CompanyPageProps = ScreenProps & { id: string }

export function CustomerPage(props: CompanyPageProps) {
  return <CompanyPage {...props} resource="customer" list="/customers" look={customerLook} />
}

export function SupplierPage(props: CompanyPageProps) {
  return <CompanyPage {...props} resource="supplier" list="/suppliers" look={supplierLook} />
}

/** The page of a company, with its primary contact beside the details. */
function CompanyPage({
  id,
  related,
  resource,
  list,
  look,
}: CompanyPageProps & { resource: string; list: string; look: ResourceLook }) {
  return (
    <RecordPage
      resource={declared(resource)}
      look={{ ...look, related: [...(look.related ?? []), ...related] }}
      id={id}
      list={list}
      aside={(row) => <ContactCard path={`/v1${list}/{parentId}/contacts`} parentId={row.id} />}
    />
  )
}
