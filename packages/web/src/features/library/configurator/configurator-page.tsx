import { api, type JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DeniedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { toJob } from './answers.ts'
import { neededOptions } from './changes.ts'
import { MachinesColumn } from './machines-column.tsx'
import { OptionsColumn } from './options-column.tsx'
import { jobQuery, styleQuery } from './queries.ts'
import { QuestionsColumn } from './questions-column.tsx'
import { TotalsBar } from './totals-bar.tsx'
import { useConfiguratorAddress } from './use-configurator-address.ts'
import { useConfiguratorRights } from './use-configurator-rights.ts'
import { useMachineGroups } from './use-machine-groups.ts'
import { useOptions } from './use-options.ts'

/** From what has to be packed to a machine with its options, in three columns. */
export function ConfiguratorPage() {
  const access = usePermission(api.configureJob)
  if (access.allowed) return <Configurator />
  return (
    <div className="m-6 grid place-items-center rounded-panel border border-line bg-surface">
      <DeniedState what={t('configurator.theConfigurator')} permission={access.permission} heading="h1" />
    </div>
  )
}

const noMachines: readonly JobMachine[] = []

function Configurator() {
  const address = useConfiguratorAddress()
  const { answers } = address
  const job = useMemo(() => toJob(answers), [answers])
  const found = useQuery(jobQuery(job))
  const style = useQuery(styleQuery(answers.styleId))
  const machines = job === undefined ? noMachines : (found.data?.items ?? noMachines)
  const groups = useMachineGroups(machines, address.isTyping)
  const first = groups.fits[0] ?? groups.fitsIf[0]
  const shown = machines.find(({ machine }) => machine.id === address.machineId) ?? first
  const rights = useConfiguratorRights()
  const options = useOptions({
    machineId: rights.options ? (shown?.machine.id ?? (address.machineId || undefined)) : undefined,
    styleId: answers.styleId,
    // Without a job, as for a line whose machine was chosen before, the machine is that of the address.
    own:
      address.machineId !== '' && (shown === undefined || shown.machine.id === address.machineId)
        ? address.choices
        : undefined,
    needed: shown === undefined ? [] : neededOptions(shown).map(({ optionId }) => optionId),
    onChange: (choices) => address.openMachine(shown?.machine.id ?? address.machineId, choices),
  })
  return (
    <div className="grid md:h-[calc(100dvh-var(--head))] md:grid-cols-[296px_minmax(0,1fr)_376px] md:grid-rows-[minmax(0,1fr)_auto] max-xl:md:grid-cols-[260px_minmax(0,1fr)_320px] max-lg:md:h-auto max-lg:md:grid-cols-[260px_minmax(0,1fr)] max-lg:md:grid-rows-none max-md:flex max-md:flex-col print:block print:h-auto">
      <QuestionsColumn address={address} style={style.data} machines={machines} showsPrices={rights.machines} />
      <MachinesColumn
        address={address}
        query={found}
        groups={groups}
        shown={shown}
        styleName={style.data?.name ?? ''}
        showsPrices={rights.machines}
      />
      <OptionsColumn mayRead={rights.options} options={options} shown={shown} showsPrices={rights.totals} />
      <TotalsBar options={options} answers={answers} showsPrices={rights.totals} />
    </div>
  )
}
