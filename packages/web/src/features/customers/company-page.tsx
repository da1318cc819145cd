import type { ScreenProps } from '../../resource/feature.ts'
import { RecordPage } from '../../resource/record-page.tsx'
import { declared } from '../../resource/registry.ts'
import type { ResourceView } from '../../resource/view.ts'
import { ContactCard } from './contact-card.tsx'
import { customerView } from './customer-view.tsx'
import { supplierView } from './supplier-view.tsx'

type CompanyPageProps = ScreenProps & { id: string }

export function CustomerPage(props: CompanyPageProps) {
  return <CompanyPage {...props} resource="customer" list="/customers" view={customerView} />
}

export function SupplierPage(props: CompanyPageProps) {
  return <CompanyPage {...props} resource="supplier" list="/suppliers" view={supplierView} />
}

/** The page of a company, with its primary contact beside the details. */
function CompanyPage({
  id,
  related,
  resource,
  list,
  view,
}: CompanyPageProps & { resource: string; list: string; view: ResourceView }) {
  return (
    <RecordPage
      resource={declared(resource)}
      view={{ ...view, related: [...(view.related ?? []), ...related] }}
      id={id}
      list={list}
      aside={(row) => <ContactCard path={`/v1${list}/{parentId}/contacts`} parentId={row.id} />}
    />
  )
}
