import { Badge } from '../../ui/badge.tsx'
import type { MachineStatus } from './derive-card.ts'
import { statusLook } from './machine-look.tsx'

/** The status of a machine as shape, word and colour. */
export function StatusBadge({ status, className }: { status: MachineStatus; className?: string }) {
  const { word, tone, icon } = statusLook[status]
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {word}
    </Badge>
  )
}
