import type { CellHistoryEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { formatReading } from '../../../lib/format/numbers.ts'
import { deedOf } from '../../../resource/drawer/history-words.tsx'
import { declared } from '../../../resource/registry.ts'
import { labelOfField } from '../../../resource/view.ts'
import { isResult } from './answer-steps.ts'
import { answerWords } from './cell-words.ts'
import { DrawerPart, LinkButton } from './draft-field.tsx'
import { evidenceOptions } from './evidence-words.ts'
import { usePairHistory } from './use-pair.ts'

interface HistoryPartProps {
  machineId: string
  styleId: string
}

/** Who said what of the pair, newest first; read when somebody wants to know. */
export function HistoryPart(props: HistoryPartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DrawerPart title={t('matrix.history')}>
      {isOpen ? (
        <Entries {...props} />
      ) : (
        <LinkButton onClick={() => setOpen(true)}>{t('matrix.showHistory')}</LinkButton>
      )}
    </DrawerPart>
  )
}

function Entries({ machineId, styleId }: HistoryPartProps) {
  const { data } = usePairHistory(machineId, styleId)
  if (data === undefined) return null
  if (data.items.length === 0) return <p className="text-13 text-text-2">{t('matrix.nobodyAnswered')}</p>
  return (
    <ol className="grid gap-2.5">
      {data.items.map((entry) => (
        <li key={entry.id} className="border-s-2 border-line-2 ps-3 text-13">
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  )
}

/** Names of other rows are not told here: the id would say nothing. */
const WITHOUT_WORDS = new Set(['machineId', 'styleId', 'documentId', 'verifiedById', 'compatibilityId', 'materialId'])

function Entry({ entry }: { entry: CellHistoryEntry }) {
  const { material } = entry
  const resource = declared(material === null ? 'compatibility' : 'compatibilityMaterial')
  const shown = entry.changes.filter(({ field }) => field in resource.fields && !WITHOUT_WORDS.has(field))
  return (
    <>
      <p>
        {deedOf(resource, {}, entry)} <DateLabel value={entry.at} className="text-12 text-text-3" />
      </p>
      {material && <p className="wrap-anywhere">{materialWords(material)}</p>}
      {entry.action !== 'delete' && (
        <ul className="text-12 text-text-2">
          {shown.map(({ field, before, after }) => (
            <li key={field} className="wrap-anywhere">
              {entry.action === 'create'
                ? t('matrix.fieldSet', { field: labelOfField(resource, field), after: wordOf(after) })
                : t('matrix.fieldChanged', {
                    field: labelOfField(resource, field),
                    before: wordOf(before),
                    after: wordOf(after),
                  })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function materialWords({ name }: NonNullable<CellHistoryEntry['material']>): string {
  return name === null ? t('matrix.ofMaterialThatIsGone') : t('matrix.ofMaterial', { name })
}

function wordOf(value: unknown): string {
  if (isResult(value)) return answerWords[value]
  const evidence = evidenceOptions.find((option) => option.value === value)
  if (evidence !== undefined) return evidence.label
  return typeof value === 'number' || typeof value === 'string' ? formatReading(value) : formatReading(null)
}
