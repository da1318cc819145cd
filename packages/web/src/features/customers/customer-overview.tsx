import type { RecordPanel } from '../../resource/feature.ts'
import { RecordDetails } from '../../resource/record-details.tsx'
import { RecordPanels } from '../../resource/record-panel.tsx'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { ContactCard } from './contact-card.tsx'
import { CustomerActivityPanel } from './customer-activity-panel.tsx'
import { CustomerLicencesPanel } from './customer-licences-panel.tsx'
import { CustomerMachinesPanel } from './customer-machines-panel.tsx'
import { customerView } from './customer-view.tsx'

const machines: RecordPanel = { name: 'machines', permission: 'machine.read.any', Panel: CustomerMachinesPanel }
const licences: RecordPanel = { name: 'licences', permission: 'licence.read', Panel: CustomerLicencesPanel }
const activity: RecordPanel = { name: 'activity', permission: 'customer.read', Panel: CustomerActivityPanel }

/** A customer at a glance: what runs, what is open, what was done and who they are. */
export function CustomerOverview({ row, panels }: { row: ResourceRow; panels: readonly RecordPanel[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(300px,1fr)] items-start gap-4 max-lg:grid-cols-1">
      <div className="grid gap-4">
        <RecordPanels panels={[machines]} id={row.id} />
        <div className="grid grid-cols-2 items-start gap-4 empty:hidden max-md:grid-cols-1">
          <RecordPanels panels={[...panels, licences]} id={row.id} />
        </div>
        <RecordPanels panels={[activity]} id={row.id} />
      </div>
      <div className="grid gap-4">
        <ContactCard path="/v1/customers/{parentId}/contacts" parentId={row.id} />
        <div className="rounded-panel border border-line bg-surface p-5">
          <RecordDetails resource={declared('customer')} view={customerView} row={row} />
        </div>
      </div>
    </div>
  )
}
