import type { ScreenProps } from '../../resource/feature.ts'
import { RecordPage } from '../../resource/record-page.tsx'
import { declared } from '../../resource/registry.ts'
import { ContactCard } from './contact-card.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { customerView } from './customer-view.tsx'
import { CustomerDataButton } from './data/customer-data-button.tsx'
import { supplierView } from './supplier-view.tsx'

type CompanyPageProps = ScreenProps & { id: string }

/** The page of a customer: what runs there, what is open and what was done, with the details beside it. */
export function CustomerPage({ id, related, panels = [] }: CompanyPageProps) {
  return (
    <RecordPage
      resource={declared('customer')}
      view={{ ...customerView, related: [...customerView.related, ...related] }}
      id={id}
      list="/customers"
      acts={(row) => <CustomerDataButton row={row} />}
      overview={(row) => <CustomerOverview row={row} panels={panels} />}
    />
  )
}

/** The page of a supplier, with its primary contact beside the details. */
export function SupplierPage({ id, related }: CompanyPageProps) {
  return (
    <RecordPage
      resource={declared('supplier')}
      view={{ ...supplierView, related: [...supplierView.related, ...related] }}
      id={id}
      list="/suppliers"
      aside={(row) => <ContactCard path="/v1/suppliers/{parentId}/contacts" parentId={row.id} />}
    />
  )
}
