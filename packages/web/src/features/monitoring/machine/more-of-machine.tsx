import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { PanelParts } from '../../../ui/panel-frame.tsx'
import { CommandPanel, useHasCommands } from '../commands/command-panel.tsx'
import { ExportPanel } from '../export/export-panel.tsx'
import { ReadingsPanel } from '../panels/readings-panel.tsx'
import type { Observation } from '../window/observations.ts'
import { CodePanel } from './code-panel.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { MorePanel, type MorePart } from './more-panel.tsx'

/** A part that belongs to another feature. */
export interface PartOfOther {
  label: string
  content: ReactNode
}

interface MoreOfMachineProps {
  machine: MachineDetails
  live: readonly Observation[]
  label: ReactNode
  origin: ReactNode
  files: PartOfOther | undefined
  spares: PartOfOther | undefined
}

/** The parts of the page of a machine that are seldom needed. */
export function MoreOfMachine({ machine, live, label, files, origin, spares }: MoreOfMachineProps) {
  const { machineID: id } = machine
  const hasCommands = useHasCommands(id)
  const parts: (MorePart | false | undefined)[] = [
    {
      value: 'readings',
      label: t('monitoring.readings'),
      content: <ReadingsPanel machine={machine} live={live} />,
    },
    hasCommands && { value: 'commands', label: t('monitoring.writtenValues'), content: <CommandPanel id={id} /> },
    {
      value: 'details',
      label: t('monitoring.details'),
      content: (
        <>
          <DetailsPanel machine={machine} />
          <PanelParts>{origin}</PanelParts>
        </>
      ),
    },
    spares && { value: 'spare-parts', ...spares, stays: true },
    files && { value: 'files', ...files },
    !isDemoMode() && { value: 'export', label: t('monitoring.exportLabel'), content: <ExportPanel /> },
    {
      value: 'code',
      label: t('monitoring.codeForTheMachine'),
      content: <CodePanel machine={machine} label={label} />,
    },
  ]
  return <MorePanel parts={parts.filter((part) => part !== false && part !== undefined)} />
}
