import type { ImportReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { counted } from '../words.ts'
import { outcomeWords, writtenCount } from './import-report.ts'
import type { ImportState } from './use-import.ts'

export interface StoredStepProps {
  resource: Resource
  report: ImportReport
  state: ImportState
  onClose: () => void
}

/** What has been stored. */
export function StoredStep({ resource, report, state, onClose }: StoredStepProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const count = writtenCount(report)
  return (
    <div className="grid justify-items-start gap-3 rounded-panel border border-line bg-surface p-5 max-md:p-4">
      <div className="flex gap-2.5">
        <CheckIcon size={20} className="mt-1 shrink-0 text-ok" />
        <div>
          <h2 ref={title} tabIndex={-1} className="text-17 outline-none">
            {t('resource.importedNoun', { counted: counted(count, resource.noun) })}
          </h2>
          <p className="text-text-2">
            {t('resource.theListShowsThemNowThe', { outcome: outcomeWords(report, 'done') })}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onClose}>
          {t('resource.goToTheList')}
        </Button>
        <Button onClick={state.forget}>{t('resource.importAnotherFile')}</Button>
      </div>
    </div>
  )
}
