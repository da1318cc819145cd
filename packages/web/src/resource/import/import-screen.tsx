import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChevronLeftIcon } from '../../ui/tool-icons.tsx'
import type { ParentMount } from '../registry.ts'
import type { ResourceView } from '../view.ts'
import { ColumnGuide } from './column-guide.tsx'
import { FileStep } from './file-step.tsx'
import { ImportSteps } from './import-steps.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { ReportStep } from './report-step.tsx'
import { StoredStep } from './stored-step.tsx'
import { isMended, useAskBeforeLosing } from './use-ask-before-losing.tsx'
import { type ImportState, useImport } from './use-import.ts'

export interface ImportScreenProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  heading: 'h1' | 'h2'
  onClose: () => void
}

/** A file becomes rows of the list: choose it, look at what each of its rows would do, store all of them. */
export function ImportScreen({ resource, view, mount, heading: Heading, onClose }: ImportScreenProps) {
  const state = useImport(resource, view, mount)
  const asking = useAskBeforeLosing(state)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const close = () => {
    // While rows are being stored the reader is asked first, and may stay with the file.
    if (!state.isStoring) state.forget()
    onClose()
  }
  const choose = (file: File) => asking.before(() => state.choose(file))
  const [, many] = resource.noun
  return (
    <section
      aria-label={t('resource.importMany', { many })}
      className="flex min-h-0 flex-1 flex-col overflow-auto pb-6"
    >
      <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Heading
          ref={title}
          tabIndex={-1}
          className={`outline-none ${Heading === 'h1' ? 'text-[22px] leading-7' : ''}`}
        >
          {t('resource.importMany', { many })}
        </Heading>
        <Button size="dense" className="ms-auto" onClick={() => asking.before(close)}>
          <ChevronLeftIcon size={14} />
          {t('resource.backToTheList')}
        </Button>
      </div>
      <ImportSteps current={stepOf(state)} />
      <Step {...{ resource, view, mount, state: { ...state, choose }, onClose: close }} />
      {asking.dialog}
      <LeaveGuard active={state.isStoring} hasTyped={isMended(state)} />
    </section>
  )
}

type StepName = 'file' | 'report' | 'stored'

function stepOf({ draft }: ImportState): StepName {
  if (draft?.stored) return 'stored'
  return draft?.checked ? 'report' : 'file'
}

interface StepProps extends Omit<ImportScreenProps, 'heading'> {
  state: ImportState
}

function Step({ resource, view, mount, state, onClose }: StepProps) {
  const { draft } = state
  if (draft?.stored) return <StoredStep resource={resource} report={draft.stored} state={state} onClose={onClose} />
  if (draft?.checked && stepOf(state) === 'report') {
    return (
      <ReportStep
        resource={resource}
        view={view}
        mount={mount}
        draft={draft}
        report={draft.checked.report}
        state={state}
      />
    )
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <FileStep state={state} />
      <ColumnGuide resource={resource} view={view} mount={mount} />
    </div>
  )
}
