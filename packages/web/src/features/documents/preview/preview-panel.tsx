import { pageSizes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { dateFormat } from '../../../lib/format/date-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon, InfoIcon, WarningIcon } from '../../../ui/icons.tsx'
import { KeyHint } from '../../../ui/key-hint.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChevronLeftIcon } from '../../../ui/tool-icons.tsx'
import type { Jump } from '../code/source-editor.tsx'
import type { DocumentTypeEntry } from '../document-types.ts'
import type { Cursor } from './cursor-places.ts'
import { DataChoice } from './data-choice.tsx'
import { PdfView } from './pdf-view.tsx'
import type { PreviewInput } from './render-preview.ts'
import { usePlaced } from './use-placed.ts'
import type { Preview } from './use-preview.ts'

export type ShownData = Pick<PreviewInput, 'id' | 'parameters' | 'pageSize'>

export interface PreviewPanelProps {
  preview: Preview
  type: DocumentTypeEntry | undefined
  shown: ShownData
  onShown: (shown: ShownData) => void
  /** Where somebody is in the sources. */
  cursor: Cursor | undefined
  /** A source as it is now. */
  textOf: (name: string) => string
  goTo: (place: Jump) => void
  /** Puts the frame around another block. */
  onCursor: (cursor: Cursor) => void
}

const papers: Record<ShownData['pageSize'], string> = { a4: 'A4', 'us-letter': t('documents.letter') }
const paperOptions = pageSizes.map((value) => ({ value, label: papers[value] }))

/** The PDF that the draft becomes: with sample data or those of a record, on the one or the other paper. */
export function PreviewPanel({ preview, type, shown, onShown, cursor, textOf, goTo, onCursor }: PreviewPanelProps) {
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState(1)
  const { good } = preview
  const current = Math.min(page, pages)
  const placed = usePlaced({ good, cursor, page: current, pages, textOf, turnTo: setPage, goTo, choose: onCursor })
  return (
    <section
      aria-label={t('documents.preview')}
      className="flex min-h-0 min-w-0 flex-1 flex-col border-s border-line-2 bg-surface-3 max-md:order-first max-md:h-[76dvh] max-md:flex-none max-md:border-s-0"
    >
      <div className="flex min-h-[42px] shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface-2 px-3 py-1 text-12 text-text-2">
        <DataChoice type={type} onChange={(chosen) => onShown({ ...shown, ...chosen })} />
        <Select
          label={t('documents.paper')}
          options={paperOptions}
          value={shown.pageSize}
          onValueChange={(pageSize) => onShown({ ...shown, pageSize })}
          className="[&_select]:h-[30px] [&_label]:sr-only [&>span]:min-w-24"
        />
        <span className="ms-auto flex items-center gap-1.5">
          <Turn label={t('documents.previousPage')} to={current - 1} pages={pages} onTurn={setPage}>
            <ChevronLeftIcon size={14} />
          </Turn>
          <span role="status" className="tabular-nums">
            {t('documents.pageOfPages', { page: current, pages })}
          </span>
          <Turn label={t('documents.nextPage')} to={current + 1} pages={pages} onTurn={setPage}>
            <ChevronRightIcon size={14} />
          </Turn>
        </span>
      </div>
      <StaleNote preview={preview} />
      {good?.isTagged === false && <NoTags pages={pages} />}
      {good === undefined ? (
        <div className="min-h-0 flex-1 p-5">{!preview.input && <Skeleton className="mx-auto h-160 max-w-130" />}</div>
      ) : (
        <PdfView pdf={good.pdf} page={current} onPages={setPages} {...placed} />
      )}
      <p className="flex shrink-0 items-center gap-1.5 border-t border-line bg-surface-2 px-3.5 py-1.5 text-12 text-text-2 max-md:hidden">
        <KeyHint>{t('documents.blockKeys')}</KeyHint>
        {t('documents.chooseBlockKey')}
        <KeyHint>{t('ui.keyEnter')}</KeyHint>
        {t('documents.toSourceKey')}
      </p>
    </section>
  )
}

/** The last good preview says so while the draft has faults. */
function StaleNote({ preview: { good, faults, failure } }: { preview: Preview }) {
  const [fault] = faults
  if (fault === undefined && failure === undefined) return null
  const time = good && dateFormat('time').format(good.at)
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-bad bg-bad-soft px-3.5 py-2 text-13 font-[550] text-bad"
    >
      <WarningIcon size={14} />
      {staleWords(time, fault?.line)}
    </p>
  )
}

function NoTags({ pages }: { pages: number }) {
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-surface-2 px-3.5 py-2 text-13 text-text-2"
    >
      <InfoIcon size={14} />
      {t('documents.noTags', { pages })}
    </p>
  )
}

function staleWords(time: string | undefined, line: number | undefined): string {
  if (time === undefined) return t('documents.noPreviewYet')
  return line === undefined
    ? t('documents.lastGoodPreview', { time })
    : t('documents.lastGoodPreviewUntilLine', { time, line })
}

interface TurnProps {
  label: string
  to: number
  pages: number
  onTurn: (page: number) => void
  children: React.ReactNode
}

function Turn({ label, to, pages, onTurn, children }: TurnProps) {
  return (
    <Button
      size="dense"
      aria-label={label}
      disabled={to < 1 || to > pages}
      className="w-[30px] px-0 max-md:w-11"
      onClick={() => onTurn(to)}
    >
      {children}
    </Button>
  )
}
