import { type Shared, type SharedMachine, type SharingPurpose, sharingPurposes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { absoluteLabel } from '../../lib/format/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Deciding } from './sharing-page.tsx'
import { purposeAbout, purposeWords, sharedWords } from './sharing-words.ts'

interface SharingTableProps {
  machines: readonly SharedMachine[]
  onDecide: (deciding: Deciding) => void
}

/** Machines by purposes. One is changed in its row, several are chosen first. */
export function SharingTable({ machines, onDecide }: SharingTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = machines.filter(({ machineID }) => chosen.has(machineID))
  const isWhole = selected.length === machines.length
  const toggleAll = () => setChosen(isWhole ? new Set() : new Set(machines.map(({ machineID }) => machineID)))
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
  return (
    <Panel>
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line-2 px-4 py-2.5">
        <span role="status" className="me-auto text-13 text-text-2">
          {t('sharing.chosen', { count: selected.length })}
        </span>
        {sharingPurposes.map((purpose) => (
          <Button
            key={purpose}
            size="dense"
            disabled={selected.length === 0}
            onClick={() => onDecide({ purpose, machines: selected })}
          >
            {t('sharing.decide')}: {purposeWords[purpose]}
          </Button>
        ))}
      </div>
      <table className="w-full border-collapse text-13 max-md:block">
        <thead className="max-md:block">
          <tr className="border-b border-line-2 bg-surface-2 text-start max-md:flex max-md:items-center">
            <th className="w-12 ps-4 py-2 text-start">
              <Checkbox
                label={t('sharing.all')}
                checked={isWhole}
                mixed={selected.length > 0 && !isWhole}
                onToggle={toggleAll}
              />
            </th>
            <th className="py-2 pe-4 text-start font-semibold">{t('sharing.machine')}</th>
            {sharingPurposes.map((purpose) => (
              <th key={purpose} className="w-1/4 py-2 pe-4 text-start font-semibold max-md:hidden">
                {purposeWords[purpose]}
                <span className="block text-12 font-normal text-text-2">{purposeAbout[purpose]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {machines.map((machine) => (
            <MachineRow
              key={machine.machineID}
              machine={machine}
              isChosen={chosen.has(machine.machineID)}
              onToggle={() => toggle(machine.machineID)}
              onDecide={(purpose) => onDecide({ purpose, machines: [machine] })}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

interface MachineRowProps {
  machine: SharedMachine
  isChosen: boolean
  onToggle: () => void
  onDecide: (purpose: SharingPurpose) => void
}

function MachineRow({ machine, isChosen, onToggle, onDecide }: MachineRowProps) {
  const { machineID, description, location } = machine
  return (
    <tr className="border-b border-line last:border-b-0 max-md:grid max-md:grid-cols-[3rem_minmax(0,1fr)] max-md:py-2">
      <td className="ps-4 py-2.5 align-top">
        <Checkbox label={t('sharing.select', { machine: machineID })} checked={isChosen} onToggle={onToggle} />
      </td>
      <td className="py-2.5 pe-4 align-top wrap-anywhere" translate="no">
        <b className="font-semibold">{machineID}</b>
        <span className="block text-12 text-text-2">{[description, location].filter(Boolean).join(' · ')}</span>
      </td>
      {sharingPurposes.map((purpose) => (
        <td key={purpose} className="py-2.5 pe-4 align-top max-md:col-start-2 max-md:py-1">
          <PurposeCell
            name={t('sharing.purposeOf', { machine: machineID, purpose: purposeWords[purpose] })}
            purpose={purpose}
            state={machine[purpose]}
            onDecide={() => onDecide(purpose)}
          />
        </td>
      ))}
    </tr>
  )
}

interface PurposeCellProps {
  name: string
  purpose: SharingPurpose
  state: Shared
  onDecide: () => void
}

function PurposeCell({ name, purpose, state, onDecide }: PurposeCellProps) {
  const { shared, until, decidedAt, decidedBy } = state
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-32">
        <span className="me-2 text-12 text-text-2 md:hidden">{purposeWords[purpose]}</span>
        <Badge tone={shared ? 'info' : 'unk'}>{sharedWords(shared)}</Badge>
        <span className="block text-12 text-text-2">
          {until !== null && <>{t('sharing.endsAt', { time: absoluteLabel(until) })} · </>}
          {decidedAt === null ? (
            t('sharing.default')
          ) : (
            <span translate="no">
              {t('sharing.decidedBy', { name: decidedBy ?? '', when: absoluteLabel(decidedAt) })}
            </span>
          )}
        </span>
      </span>
      <Button size="dense" variant="quiet" aria-label={`${t('sharing.decide')}: ${name}`} onClick={onDecide}>
        {t('sharing.decide')}
      </Button>
    </div>
  )
}
