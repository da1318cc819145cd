import { t } from '@packhouse/messages'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { BesideContent } from '../../../resource/frame.tsx'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Step } from './answer-steps.ts'
import type { MatrixMachine, MatrixStyle } from './matrix-data.ts'
import { PairForm } from './pair-form.tsx'
import { usePair } from './use-pair.ts'

export interface PairDrawerProps {
  machine: MatrixMachine
  style: MatrixStyle
  mayChange: boolean
  askedConditional: number
  onSaved: (step: Step) => Promise<void>
  onDirty: (isDirty: boolean) => void
  /** Back to the grid, with the drawer as it is. */
  onBack: () => void
  onClose: () => void
  ref?: Ref<{ focus: () => void }>
}

/** The evidence of one pair beside the grid. It covers a narrow screen. */
export function PairDrawer(props: PairDrawerProps) {
  const { machine, style, ref } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => heading.current?.focus() }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    props.onBack()
  }
  return (
    <BesideContent>
      <aside
        aria-label={t('matrix.selectedPair')}
        onKeyDown={onKeyDown}
        className="z-30 flex w-[376px] max-w-full shrink-0 flex-col border-s border-line-2 bg-surface max-xl:fixed max-xl:top-(--head) max-xl:end-0 max-xl:bottom-0 max-xl:shadow-drawer max-md:w-full max-md:border-s-0"
      >
        <div className="flex items-start gap-2 border-b border-line px-4 pt-3.5 pb-3">
          <div className="min-w-0 flex-1">
            <p className="text-12 text-text-2" title={machine.name}>
              {t('matrix.machineWith', { model: machine.model })}
            </p>
            <h2 ref={heading} tabIndex={-1} className="mt-0.5 text-17 wrap-anywhere outline-none">
              {style.name}
            </h2>
          </div>
          <Button
            variant="quiet"
            size="dense"
            aria-label={t('general.close')}
            className="w-[30px] px-0 max-md:w-11"
            onClick={props.onClose}
          >
            <CrossIcon />
          </Button>
        </div>
        <DrawerBody key={`${machine.id} ${style.id}`} {...props} />
      </aside>
    </BesideContent>
  )
}

function DrawerBody({ machine, style, ...rest }: PairDrawerProps) {
  const { data, error, refetch } = usePair(machine.id, style.id)
  if (data !== undefined) return <PairForm pair={data} designSpeed={machine.designSpeed} {...rest} />
  if (error !== null) return <FailedState what={t('matrix.pairWord')} error={error} onRetry={() => void refetch()} />
  return <Skeleton className="m-4 h-64" />
}
