import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { familyIcon } from '../../../entities/machine/machine-icons.tsx'
import { machineStatus } from '../../../entities/machine/status.ts'
import { StatusBadge } from '../../../entities/machine/status-badge.tsx'
import { DASH } from '../../../lib/format/numbers.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MachineCode } from '../machine-code.tsx'

interface MachineHeadProps {
  id: string
  machine: MachineDetails | undefined
  /** The main action of the page, before the controls of the charts. */
  act: ReactNode
  children: ReactNode
}

/** The head of the machine page: breadcrumb, name, status and description. */
export function MachineHead({ id, machine, act, children }: MachineHeadProps) {
  const Family = familyIcon(id)
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('monitoring.machineOverview'), to: '/' }, { label: id }]} />
      <div className="mt-1.5 mb-3 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="flex min-w-0 items-center gap-3 [overflow-wrap:anywhere]">
              <Family size={26} className="text-text-2" />
              <span>
                <MachineCode id={machine?.name ?? id} />
              </span>
            </h1>
            {machine && <StatusBadge status={machineStatus(machine)} />}
          </div>
          {machine ? (
            <p className="text-text-2">
              {machine.description || DASH} · {machine.location || DASH}
            </p>
          ) : (
            <Skeleton className="mt-1 h-4 w-80 max-w-full" />
          )}
        </div>
        {act}
        {children}
      </div>
    </>
  )
}
