import { AlarmCount } from '../features/alarms/alarm-count.tsx'
import type { Section } from '../lib/section.ts'

/** The sections in the order of the top bar; each shows only to those with its permission. */
export const sections: readonly Section[] = [
  { to: '/', root: '/machines', label: 'Machines' },
  { to: '/alarms', label: 'Alarms', Mark: AlarmCount },
  { to: '/customers', label: 'Customers', permission: 'customer.read' },
  { to: '/suppliers', label: 'Suppliers', permission: 'supplier.read' },
  { to: '/installed-machines', label: 'Installed machines', permission: 'machine.read' },
  { to: '/telemetry', label: 'Telemetry', permission: 'tagMap.read' },
  { to: '/people', label: 'People', permission: 'user.read' },
  { to: '/reference', label: 'Reference data', permission: 'locationType.read' },
]
