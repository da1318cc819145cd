import type { projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { declared, declaredAs } from '../../../resource/registry.ts'
import { useResourceRow } from '../../../resource/use-resource.ts'
import { capitalize } from '../../../resource/words.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { type KeptDifference, NEW_ROW, rowsOf } from './kept-draft.ts'

export interface KeptChangesProps {
  projectId: string
  differences: readonly KeptDifference[]
  /** Puts them where they belong and saves them. Absent while the reader does not edit. */
  onApply: ((differences: readonly KeptDifference[]) => void) | undefined
  onDiscard: (differences: readonly KeptDifference[]) => void
}

/** What the reader has typed and not saved, beside what the project has now. */
export function KeptChanges({ projectId, differences, onApply, onDiscard }: KeptChangesProps) {
  if (differences.length === 0) return null
  const usable = differences.filter(({ isGone }) => !isGone)
  return (
    <section aria-label={t('keptDrafts.title')} className="rounded-panel border border-line bg-surface">
      <header className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-16 font-semibold">{t('keptDrafts.title')}</h2>
        <span className="text-12 text-text-2">{t('keptDrafts.count', { count: differences.length })}</span>
      </header>
      <ul>
        {differences.map((difference) => (
          <li key={`${difference.rowId} ${difference.field}`} className="border-b border-line px-4 py-2.5 text-13">
            <KeptChange projectId={projectId} difference={difference} />
            <div className="mt-2 flex flex-wrap gap-2">
              {onApply && !difference.isGone && (
                <Button size="dense" onClick={() => onApply([difference])}>
                  {t('keptDrafts.takeOver')}
                </Button>
              )}
              <CopyTyped difference={difference} />
              <Button size="dense" variant="quiet" onClick={() => onDiscard([difference])}>
                {t('general.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <footer className="px-4 py-3 text-13 text-text-2">
        {onApply ? (
          <Button size="dense" variant="primary" disabled={usable.length === 0} onClick={() => onApply(usable)}>
            {t('keptDrafts.takeAll')}
          </Button>
        ) : (
          t('keptDrafts.whenEditing')
        )}
      </footer>
    </section>
  )
}

function KeptChange({ projectId, difference }: { projectId: string; difference: KeptDifference }) {
  const { base, theirs, isChanged, isGone, at } = difference
  return (
    <div className="grid gap-0.5">
      <b className="font-semibold">{usePlace(projectId, difference)}</b>
      <span className="wrap-anywhere">
        {difference.field !== NEW_ROW && <del className="text-text-2">{inWords(base)}</del>}{' '}
        <ins className="bg-kraft-soft px-1 font-semibold no-underline">{mineInWords(difference)}</ins>
      </span>
      {isGone && <span className="text-warn">{t('keptDrafts.gone')}</span>}
      {!isGone && isChanged && (
        <span className="text-warn wrap-anywhere">{t('keptDrafts.changed', { value: inWords(theirs) })}</span>
      )}
      <DateLabel
        className="text-12 text-text-2"
        mode="absolute"
        value={at}
        sentence={(time) => t('keptDrafts.typed', { time })}
      />
    </div>
  )
}

/** Copies what was typed, to be put anywhere else. */
function CopyTyped({ difference }: { difference: KeptDifference }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(mineInWords(difference))
      showToast({ message: t('keptDrafts.copied') })
    } catch {
      showToast({ tone: 'failed', message: t('general.copyingBlocked', { what: 'text' }) })
    }
  }
  return (
    <Button size="dense" onClick={() => void copy()}>
      {t('general.copy')}
    </Button>
  )
}

/** The row and its field, in words. */
function usePlace(projectId: string, { resource, rowId, field }: KeptDifference): string {
  const project = useResourceRow(declaredAs<typeof projects>('project'), projectId).data
  const { fields, label = '', noun } = declared(resource)
  const words = fields[field]?.label ?? field
  if (field === NEW_ROW) return t('keptDrafts.newRow', { noun: capitalize(noun[0]) })
  const row = project && rowId !== projectId ? rowsOf(project).get(rowId) : undefined
  const name = row && new Map<string, unknown>(Object.entries(row)).get(label)
  return typeof name === 'string' ? `${name}, ${words}` : words
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('keptDrafts.empty')
  if (Array.isArray(value)) return value.map(inWords).join('; ')
  return typeof value === 'object' ? Object.values(value).map(inWords).join(' ') : String(value)
}

/** Of a new row, each field that a reader would know. */
function mineInWords({ resource, field, mine }: KeptDifference): string {
  if (field !== NEW_ROW) return inWords(mine)
  const { fields } = declared(resource)
  return Object.entries(Object(mine))
    .flatMap(([name, value]) => {
      const known = fields[name]
      const isShown = known !== undefined && known.refersTo === undefined && !['json', 'boolean'].includes(known.kind)
      return isShown && value !== '' ? [`${known.label}: ${inWords(value)}`] : []
    })
    .join(', ')
}
