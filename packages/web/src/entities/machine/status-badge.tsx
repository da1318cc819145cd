import { Badge } from '../../ui/badge.tsx'
import { type MachineStatus, statusViews } from './status.ts'

/** The status of a machine as shape, word and colour. */
export function StatusBadge({ status, className }: { status: MachineStatus; className?: string }) {
  const { word, tone, icon } = statusViews[status]
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {word}
    </Badge>
  )
}
