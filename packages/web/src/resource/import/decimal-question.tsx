import type { ImportReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatReading } from '../../lib/format/numbers.ts'
import { Segments } from '../../ui/segments.tsx'
import { labelOfField } from '../view.ts'
import type { ImportState } from './use-import.ts'

export interface DecimalQuestionProps {
  resource: Resource
  report: ImportReport
  state: ImportState
}

/** Asks how the numbers of a file are written where one of them can be read in two ways, and shows the answer as long as it can be changed. */
export function DecimalQuestion({ resource, report, state }: DecimalQuestionProps) {
  const answer = state.draft?.decimals
  const open = report.openNumber ?? answer?.of
  if (!open) return null
  const { line, field, text, point, comma } = open
  return (
    <section
      aria-label={t('resource.decimalSignQuestion')}
      className="grid grid-cols-1 gap-2 rounded-panel border border-line bg-surface px-5 py-3 max-md:px-4"
    >
      <h3 className="text-15">{t('resource.decimalSignQuestion')}</h3>
      <p className="text-13 text-text-2">
        {t('resource.decimalSignDetail', { line, text, field: labelOfField(resource, field) })}
      </p>
      <div>
        <Segments<'.' | ',' | ''>
          label={t('resource.decimalSignQuestion')}
          options={[
            { value: '.', label: t('resource.decimalSignPoint', { value: formatReading(Number(point)) }) },
            { value: ',', label: t('resource.decimalSignComma', { value: formatReading(Number(comma)) }) },
          ]}
          value={answer?.sign ?? ''}
          onValueChange={(sign) => sign !== '' && state.answerDecimals({ sign, of: open })}
        />
      </div>
    </section>
  )
}
