import type { JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { KeyboardEvent } from 'react'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UndoIcon } from '../../../ui/tool-icons.tsx'
import type { Configured } from './configuration.ts'
import { linkLook } from './link-button.tsx'
import { OptionList } from './options-list.tsx'
import { SettlementNotice } from './settlement-notice.tsx'
import type { OptionsState } from './use-options.ts'

export interface OptionsColumnProps {
  mayRead: boolean
  options: OptionsState
  shown: JobMachine | undefined
  showsPrices: boolean
}

/** The options of the chosen machine, with what rules say of them. */
export function OptionsColumn({ mayRead, options, shown, showsPrices }: OptionsColumnProps) {
  const { configured, error } = options
  return (
    <section
      aria-label={t('configurator.options')}
      className="flex min-h-0 flex-col border-s border-line bg-surface max-lg:col-span-full max-lg:border-s-0 max-lg:border-t print:border-0"
    >
      {!mayRead ? (
        <p className="m-4 text-13 text-text-2">
          {t('resource.youNeedThePermissionForThis', { permission: 'machineOption.read' })}
        </p>
      ) : error !== null ? (
        <FailedState what={t('configurator.options')} error={error} onRetry={options.retry} />
      ) : configured !== undefined ? (
        <Options options={options} configured={configured} shown={shown} showsPrices={showsPrices} />
      ) : options.isPending ? (
        <Skeleton className="m-4 h-64" />
      ) : (
        <EmptyState className="my-auto" title={t('configurator.noMachineChosen')} />
      )}
    </section>
  )
}

type ShownProps = Omit<OptionsColumnProps, 'mayRead'> & { configured: Configured }

function Options({ options, configured, shown, showsPrices }: ShownProps) {
  const { machine } = configured.content
  const steps = { undo: options.undo, redo: options.redo }
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    const step = event.shiftKey ? steps.redo : steps.undo
    event.preventDefault()
    step?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of everything in it
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKey}>
      <div className="border-b border-line px-[18px] pt-3.5 pb-3">
        <div className="flex items-baseline justify-between gap-3">
          <span className="text-13 text-text-2">{t('configurator.chosenMachine')}</span>
          <AppLink className={linkLook} href={`/library/machines/${machine.id}`}>
            {t('configurator.machinePage')}
          </AppLink>
        </div>
        <h2 className="text-[18px]">
          <span className="code">{machine.model}</span> {machine.name}
        </h2>
        <div className="mt-2 flex flex-wrap gap-2 print:hidden">
          <Button size="dense" disabled={steps.undo === undefined} onClick={steps.undo}>
            <UndoIcon size={14} />
            {t('configurator.undo')}
          </Button>
          <Button size="dense" disabled={steps.redo === undefined} onClick={steps.redo}>
            <UndoIcon size={14} className="-scale-x-100" />
            {t('configurator.redo')}
          </Button>
        </div>
      </div>
      <SettlementNotice options={options} configured={configured} />
      {configured.states !== undefined && <OptionList {...{ options, configured, shown, showsPrices }} />}
    </div>
  )
}
